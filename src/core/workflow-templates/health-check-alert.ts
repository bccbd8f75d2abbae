import { echoUrl, edges, node, type WorkflowTemplate } from "./template";

export const healthCheckAlert: WorkflowTemplate = {
  id: "health-check-alert",
  name: "Health check with alert",
  description: "Reads a service's health, looks a second time before it believes bad news, and then raises an alert.",
  payload: { service: "billing", states: ["down", "down"], wait_seconds: 2 },
  secrets: [],
  definition: {
    nodes: [
      node("start", "trigger", "Time to look", {}),
      node("check", "http_request", "Read the health", {
        method: "GET",
        url: echoUrl,
        query: { service: "{{ trigger.service }}", state: "{{ trigger.states[0] ?? 'up' }}" },
        timeout_seconds: 10,
      }),
      node("healthy", "condition", "Is it up?", { expression: 'steps.check.output.body.query.state == "up"' }),
      node("wait", "delay", "Wait a moment", { seconds: "{{ trigger.wait_seconds ?? 30 }}" }),
      node("again", "http_request", "Read it again", {
        method: "GET",
        url: echoUrl,
        query: { service: "{{ trigger.service }}", state: "{{ trigger.states[1] ?? 'up' }}" },
        timeout_seconds: 10,
      }),
      node("recovered", "condition", "Is it up now?", { expression: 'steps.again.output.body.query.state == "up"' }),
      node("up", "log", "It is up", { message: "{{ trigger.service }} is up" }),
      node("alert", "http_request", "Raise an alert", {
        method: "POST",
        url: echoUrl,
        body: { severity: "critical", summary: "{{ trigger.service }} is down" },
        max_attempts: 20,
      }),
    ],
    edges: edges(
      "start -> check",
      "check -> healthy",
      "healthy -true-> up",
      "healthy -false-> wait",
      "wait -> again",
      "again -> recovered",
      "recovered -true-> up",
      "recovered -false-> alert",
    ),
  },
};
