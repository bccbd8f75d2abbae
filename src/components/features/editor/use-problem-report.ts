"use client";
import { useDeferredValue, useMemo } from "react";
import type { ProblemReport } from "@/components/editor/problem-panel";
import type { Problem } from "@/core/errors";
import type { SaveFailure } from "./draft-store";
import { activationProblems, type ReadDefinition } from "./read-definition";

const noProblems: readonly Problem[] = [];

/** What is to be said about a draft's definition as it stands: why it was not saved, or what keeps it from running. */
export function useProblemReport(definition: ReadDefinition, failure: SaveFailure | undefined) {
  const deferred = useDeferredValue(definition);
  const problems = useMemo(
    () => (deferred.ok ? activationProblems(deferred.nodes, deferred.edges) : noProblems),
    [deferred],
  );
  const report = useMemo((): ProblemReport => {
    if (failure) {
      const title = failure.requestId ? `${failure.message} (request ${failure.requestId})` : failure.message;
      return { tone: "error", title, problems: failure.problems };
    }
    if (!deferred.ok) return { tone: "error", title: "This cannot be saved yet.", problems: [deferred.problem] };
    if (problems.length === 0) return { tone: "fine", title: "No problems. It can be activated.", problems: [] };
    return {
      tone: "warning",
      title: `${problems.length === 1 ? "1 problem" : `${problems.length} problems`} to solve before it can be activated`,
      problems: problems.map(({ path, message }) => ({ place: { path }, message })),
    };
  }, [failure, deferred, problems]);
  return { problems, report };
}
