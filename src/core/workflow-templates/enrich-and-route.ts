import { echoUrl, edges, node, type WorkflowTemplate } from "./template";

export const enrichAndRoute: WorkflowTemplate = {
  id: "enrich-and-route",
  name: "Enrich and route",
  description: "Looks up more about a new lead and hands it to the team that it belongs to.",
  payload: { email: "pat@example.com", company: "Example Ltd", employees: 350 },
  secrets: [],
  definition: {
    nodes: [
      node("start", "trigger", "Lead received", {}),
      node("lookup", "http_request", "Look up the company", {
        method: "POST",
        url: echoUrl,
        body: { company: "{{ trigger.company }}", employees: "{{ trigger.employees ?? 0 }}" },
      }),
      node("enterprise", "condition", "A large company?", {
        expression: "steps.lookup.output.body.body.employees >= 200",
      }),
      node("to_sales", "http_request", "Hand to sales", {
        method: "POST",
        url: echoUrl,
        body: { queue: "enterprise", email: "{{ trigger.email }}", company: "{{ steps.lookup.output.body.body }}" },
      }),
      node("to_trial", "http_request", "Start a trial", {
        method: "POST",
        url: echoUrl,
        body: { queue: "self-service", email: "{{ trigger.email }}" },
      }),
      node("routed", "log", "Routed", { message: "{{ trigger.email }} is routed" }),
    ],
    edges: edges(
      "start -> lookup",
      "lookup -> enterprise",
      "enterprise -true-> to_sales",
      "enterprise -false-> to_trial",
      "to_sales -> routed",
      "to_trial -> routed",
    ),
  },
};
