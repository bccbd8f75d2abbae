import { echoUrl, edges, node, type WorkflowTemplate } from "./template";

export const signedNotification: WorkflowTemplate = {
  id: "signed-notification",
  name: "Notification with a secret",
  description:
    "Posts a message to a chat that wants a token. The token is a secret, CHAT_TOKEN: it is stored encrypted and shown nowhere.",
  payload: { channel: "deployments", text: "Version 1.4 is live", urgent: false },
  secrets: ["CHAT_TOKEN"],
  definition: {
    nodes: [
      node("start", "trigger", "Something happened", {}),
      node("urgent", "condition", "Urgent?", { expression: "trigger.urgent ?? false" }),
      node("pause", "delay", "Gather for a while", { seconds: "{{ trigger.wait_seconds ?? 3 }}" }),
      node("post", "http_request", "Post it", {
        method: "POST",
        url: echoUrl,
        headers: { authorization: "Bearer {{ secrets.CHAT_TOKEN }}" },
        body: { channel: "{{ trigger.channel }}", text: "{{ trigger.text }}" },
        max_attempts: 10,
      }),
      node("posted", "log", "Posted", { message: "Posted to {{ trigger.channel }}: {{ steps.post.output.status }}" }),
    ],
    edges: edges("start -> urgent", "urgent -true-> post", "urgent -false-> pause", "pause -> post", "post -> posted"),
  },
};
