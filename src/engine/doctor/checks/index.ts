import type { RunCheck, WorkflowCheck } from "../check";
import { definitions } from "./definitions";
import { finishedRunSteps } from "./finished-run-steps";
import { idempotencyKeys } from "./idempotency-keys";
import { joinCounts } from "./join-counts";
import { missingStepsCheck } from "./missing-steps";
import { runCounters } from "./run-counters";
import { runError } from "./run-error";
import { runStatus } from "./run-status";
import { runTimes } from "./run-times";
import { runVersion } from "./run-version";
import { stepAttempts } from "./step-attempts";
import { stepClaims } from "./step-claims";
import { stepEdges } from "./step-edges";
import { stepIdentity } from "./step-identity";
import { stepLeases } from "./step-leases";
import { stepResults } from "./step-results";
import { stepTimes } from "./step-times";
import { workflowVersions } from "./workflow-versions";

/** Steps first: the runs are settled by what their steps say. */
export const runChecks: readonly RunCheck[] = [
  stepIdentity,
  stepLeases,
  stepAttempts,
  stepClaims,
  stepResults,
  stepEdges,
  joinCounts,
  missingStepsCheck,
  finishedRunSteps,
  stepTimes,
  runCounters,
  runStatus,
  runTimes,
  runError,
  runVersion,
  idempotencyKeys,
];

export const workflowChecks: readonly WorkflowCheck[] = [workflowVersions, definitions];
