import { approvalByAmount } from "./approval-by-amount";
import { enrichAndRoute } from "./enrich-and-route";
import { escalationAfterDelay } from "./escalation-after-delay";
import { fanOutAndJoin } from "./fan-out-and-join";
import { healthCheckAlert } from "./health-check-alert";
import { pollingWithBackoff } from "./polling-with-backoff";
import { reminderSequence } from "./reminder-sequence";
import { signedNotification } from "./signed-notification";
import type { WorkflowTemplate } from "./template";
import { webhookRelay } from "./webhook-relay";

/** The workflows that a new one can begin as, in the order in which they are offered. */
export const workflowTemplates: readonly WorkflowTemplate[] = [
  webhookRelay,
  approvalByAmount,
  pollingWithBackoff,
  fanOutAndJoin,
  escalationAfterDelay,
  healthCheckAlert,
  reminderSequence,
  enrichAndRoute,
  signedNotification,
];
