import { echoUrl, edges, node, type WorkflowTemplate } from "./template";

export const webhookRelay: WorkflowTemplate = {
  id: "webhook-relay",
  name: "Webhook to API relay",
  description:
    "Takes what another system sends, passes on the events that matter in the form that your API wants, and notes the rest.",
  payload: { event: "order.created", id: "evt_1001", data: { order: 1001, total: 99.5, currency: "EUR" } },
  secrets: [],
  definition: {
    nodes: [
      node("start", "trigger", "Event received", {}),
      node("wanted", "condition", "An event that matters?", {
        expression: 'trigger.event == "order.created" or trigger.event == "order.paid"',
      }),
      node("forward", "http_request", "Pass it on", {
        method: "POST",
        url: echoUrl,
        headers: { "x-event-id": "{{ trigger.id }}" },
        body: { type: "{{ trigger.event }}", order: "{{ trigger.data.order }}", payload: "{{ trigger.data }}" },
        max_attempts: 8,
      }),
      node("forwarded", "log", "Passed on", {
        message: "{{ trigger.event }} {{ trigger.id }} passed on: {{ steps.forward.output.status }}",
      }),
      node("ignored", "log", "Left out", { message: "{{ trigger.event }} is not passed on", level: "debug" }),
    ],
    edges: edges("start -> wanted", "wanted -true-> forward", "forward -> forwarded", "wanted -false-> ignored"),
  },
};
