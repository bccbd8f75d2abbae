import { echoUrl, edges, node, type WorkflowTemplate } from "./template";

export const escalationAfterDelay: WorkflowTemplate = {
  id: "escalation-after-delay",
  name: "Escalation after a delay",
  description: "Tells whoever is on call of a ticket, waits, and tells the next one if nobody has taken it by then.",
  payload: { ticket: "INC-7", title: "Checkout is slow", on_call: "sam", lead: "alex", wait_seconds: 5, state: "open" },
  secrets: [],
  definition: {
    nodes: [
      node("start", "trigger", "Ticket opened", {}),
      node("tell", "http_request", "Tell who is on call", {
        method: "POST",
        url: echoUrl,
        body: { to: "{{ trigger.on_call }}", text: "{{ trigger.ticket }}: {{ trigger.title }}" },
      }),
      node("wait", "delay", "Give them time", { seconds: "{{ trigger.wait_seconds ?? 900 }}" }),
      node("look", "http_request", "Look at the ticket", {
        method: "GET",
        url: echoUrl,
        query: { ticket: "{{ trigger.ticket }}", state: "{{ trigger.state ?? 'open' }}" },
      }),
      node("taken", "condition", "Has someone taken it?", {
        expression: 'steps.look.output.body.query.state != "open"',
      }),
      node("fine", "log", "Taken", { message: "{{ trigger.ticket }} is being worked on" }),
      node("escalate", "http_request", "Tell the lead", {
        method: "POST",
        url: echoUrl,
        body: { to: "{{ trigger.lead }}", text: "Nobody has taken {{ trigger.ticket }}: {{ trigger.title }}" },
        max_attempts: 10,
      }),
      node("escalated", "log", "Escalated", {
        message: "{{ trigger.ticket }} went to {{ trigger.lead }}",
        level: "warn",
      }),
    ],
    edges: edges(
      "start -> tell",
      "tell -> wait",
      "wait -> look",
      "look -> taken",
      "taken -true-> fine",
      "taken -false-> escalate",
      "escalate -> escalated",
    ),
  },
};
