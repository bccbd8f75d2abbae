import "server-only";
import { TRPCError } from "@trpc/server";
import { notFound } from "next/navigation";
import { getQueryClient } from "@/trpc/server";

/** Answers with 404 if what the page has asked for does not exist. Other errors are left for the page to show. */
export function requireFound(): void {
  const queries = getQueryClient().getQueryCache().getAll();
  if (queries.some(({ state }) => state.error instanceof TRPCError && state.error.code === "NOT_FOUND")) notFound();
}
