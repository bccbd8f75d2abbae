import { echoUrl, edges, node, type WorkflowTemplate } from "./template";

const ask = (to: string) => ({
  method: "POST",
  url: echoUrl,
  body: {
    to,
    subject: "Please approve {{ trigger.purpose }}",
    amount: "{{ trigger.amount }}",
    requested_by: "{{ trigger.requester }}",
  },
});

export const approvalByAmount: WorkflowTemplate = {
  id: "approval-by-amount",
  name: "Approval by amount",
  description:
    "Small expenses are approved at once, larger ones go to the manager, and the largest to the board; each decision is written down.",
  payload: { requester: "kim@example.com", purpose: "a new laptop", amount: 1800, manager: "lee@example.com" },
  secrets: [],
  definition: {
    nodes: [
      node("start", "trigger", "Expense requested", {}),
      node("small", "condition", "At most 100?", { expression: "trigger.amount <= 100" }),
      node("large", "condition", "More than 5,000?", { expression: "trigger.amount > 5000" }),
      node("approved", "log", "Approved at once", {
        message: "{{ trigger.purpose }} for {{ trigger.amount }} is approved: it is small",
      }),
      node("ask_manager", "http_request", "Ask the manager", ask("{{ trigger.manager }}")),
      node("ask_board", "http_request", "Ask the board", ask("board@example.com")),
      node("asked", "log", "Written down", {
        message:
          "{{ trigger.purpose }} for {{ trigger.amount }}: asked {{ steps.ask_board.output.body.body.to ?? steps.ask_manager.output.body.body.to ?? trigger.manager }}",
      }),
    ],
    edges: edges(
      "start -> small",
      "small -true-> approved",
      "small -false-> large",
      "large -false-> ask_manager",
      "large -true-> ask_board",
      "ask_manager -> asked",
      "ask_board -> asked",
    ),
  },
};
