import { echoUrl, edges, node, type WorkflowTemplate } from "./template";

/** Look again, and wait longer each time. */
const look = (number: number) =>
  node(`look_${number}`, "http_request", `Look, ${number}`, {
    method: "GET",
    url: echoUrl,
    query: { job: "{{ trigger.job }}", state: `{{ trigger.states[${number - 1}] ?? 'done' }}` },
    max_attempts: 5,
  });
const isDone = (number: number) =>
  node(`done_${number}`, "condition", `Done after ${number}?`, {
    expression: `steps.look_${number}.output.body.query.state == "done"`,
  });
const pause = (number: number, seconds: number) =>
  node(`pause_${number}`, "delay", `Wait, ${number}`, {
    seconds: `{{ trigger.wait_seconds[${number - 1}] ?? ${seconds} }}`,
  });

export const pollingWithBackoff: WorkflowTemplate = {
  id: "polling-with-backoff",
  name: "Polling with backoff",
  description:
    "Asks for the state of a job that another system works on, waiting longer each time, until it is done or three looks were in vain.",
  payload: { job: "export-42", states: ["queued", "running", "done"], wait_seconds: [2, 5] },
  secrets: [],
  definition: {
    nodes: [
      node("start", "trigger", "Job started", {}),
      look(1),
      isDone(1),
      pause(1, 30),
      look(2),
      isDone(2),
      pause(2, 120),
      look(3),
      isDone(3),
      node("finished", "log", "Finished", { message: "{{ trigger.job }} is done" }),
      node("gave_up", "log", "Gave up", { message: "{{ trigger.job }} is still not done", level: "warn" }),
    ],
    edges: edges(
      "start -> look_1",
      "look_1 -> done_1",
      "done_1 -true-> finished",
      "done_1 -false-> pause_1",
      "pause_1 -> look_2",
      "look_2 -> done_2",
      "done_2 -true-> finished",
      "done_2 -false-> pause_2",
      "pause_2 -> look_3",
      "look_3 -> done_3",
      "done_3 -true-> finished",
      "done_3 -false-> gave_up",
    ),
  },
};
