import { echoUrl, edges, node, type WorkflowTemplate } from "./template";

const remind = (id: string, name: string, text: string) =>
  node(id, "http_request", name, {
    method: "POST",
    url: echoUrl,
    body: { to: "{{ trigger.email }}", text, invoice: "{{ trigger.invoice }}" },
    max_attempts: 8,
  });

export const reminderSequence: WorkflowTemplate = {
  id: "reminder-sequence",
  name: "Reminders over days",
  description:
    "Reminds of an unpaid invoice after a week and again after another, waiting without holding a worker, and stops once it is paid.",
  payload: { invoice: "2026-118", email: "accounts@example.com", wait_seconds: 3, paid: false },
  secrets: [],
  definition: {
    nodes: [
      node("start", "trigger", "Invoice sent", {}),
      node("week", "delay", "Wait a week", { seconds: "{{ trigger.wait_seconds ?? 604800 }}" }),
      node("look", "http_request", "Is it paid?", {
        method: "POST",
        url: echoUrl,
        body: { invoice: "{{ trigger.invoice }}", paid: "{{ trigger.paid ?? false }}" },
      }),
      node("paid", "condition", "Paid?", { expression: "steps.look.output.body.body.paid" }),
      node("thanks", "log", "Paid", { message: "{{ trigger.invoice }} is paid" }),
      remind("first", "Remind", "A friendly reminder"),
      node("another", "delay", "Wait another week", { seconds: "{{ trigger.wait_seconds ?? 604800 }}" }),
      remind("second", "Remind again", "A second reminder"),
    ],
    edges: edges(
      "start -> week",
      "week -> look",
      "look -> paid",
      "paid -true-> thanks",
      "paid -false-> first",
      "first -> another",
      "another -> second",
    ),
  },
};
