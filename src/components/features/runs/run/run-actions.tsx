"use client";
import { Ban, Play, RotateCcw, StepForward } from "lucide-react";
import { useState } from "react";
import { useRefusal } from "@/components/access/identity";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Tooltip } from "@/components/ui/tooltip";
import type { RunOverview } from "@/contracts/run-view";
import { isFinishedRun } from "@/core/state";
import { shortId } from "../short-id";
import { TriggerDialog } from "../trigger/trigger-dialog";
import { useRunActions } from "./use-run-actions";

export function RunActions({ run }: { run: RunOverview }) {
  const { workflow_status: workflowStatus } = run;
  const actions = useRunActions(run);
  const refusals = {
    tick: useRefusal("runs.tick"),
    cancel: useRefusal("runs.cancel"),
    trigger: useRefusal("runs.trigger"),
    retry: useRefusal("runs.retry"),
  };
  const [asking, setAsking] = useState(false);
  const [triggering, setTriggering] = useState(false);
  const isFinished = isFinishedRun(run.status);
  return (
    <>
      {isFinished ? null : (
        <>
          <Tooltip
            content="Does one round of work for this run now, without waiting for a worker"
            disabled={refusals.tick !== undefined}
          >
            <Button busy={actions.isTicking} refusal={refusals.tick} onClick={actions.tick}>
              <StepForward aria-hidden />
              Manual tick
            </Button>
          </Tooltip>
          <Button refusal={refusals.cancel} onClick={() => setAsking(true)}>
            <Ban aria-hidden />
            Cancel run
          </Button>
        </>
      )}
      <Tooltip
        disabled={refusals.trigger !== undefined}
        content={
          workflowStatus === "active"
            ? "Starts a new run, with the same payload or another one"
            : `The workflow is ${workflowStatus === "draft" ? "a draft" : workflowStatus}, so it cannot be triggered`
        }
      >
        <Button
          refusal={refusals.trigger}
          disabled={workflowStatus !== "active"}
          focusableWhenDisabled
          onClick={() => setTriggering(true)}
        >
          <Play aria-hidden />
          Trigger again
        </Button>
      </Tooltip>
      {run.status === "failed" ? (
        <Button variant="primary" busy={actions.isRetrying} refusal={refusals.retry} onClick={actions.retry}>
          <RotateCcw aria-hidden />
          Retry run
        </Button>
      ) : null}
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={`Cancel run ${shortId(run.id)}?`}
        cancel="Keep it running"
        confirm="Cancel run"
        danger
        busy={actions.isCancelling}
        onConfirm={() => actions.cancel(() => setAsking(false))}
      >
        <p>Steps that have not finished are cancelled, and none of them starts again. What has been done stays done.</p>
      </ConfirmDialog>
      <TriggerDialog
        workflow={{ id: run.workflow_id, name: run.workflow_name }}
        payload={{ from: "run", runId: run.id }}
        open={triggering}
        onOpenChange={setTriggering}
      />
    </>
  );
}
