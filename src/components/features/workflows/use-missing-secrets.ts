"use client";
import { readError } from "@/components/errors/read-error";
import { trpc } from "@/trpc/client";

/** Tells which of the secrets that a workflow reads do not exist here. It is a hint: what cannot be asked is not told. */
export function useMissingSecrets(): (workflowId: string) => Promise<string[]> {
  const utils = trpc.useUtils();
  const isMissing = (key: string) =>
    utils.secrets.get.fetch({ key }).then(
      () => false,
      (error: unknown) => readError(error).code === "not_found",
    );
  return async (workflowId) => {
    try {
      const { secrets } = await utils.workflows.export.fetch({ id: workflowId });
      const missing = await Promise.all(secrets.map(isMissing));
      return secrets.filter((_, index) => missing[index]);
    } catch {
      return [];
    }
  };
}
