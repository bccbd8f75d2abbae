import "server-only";
import { createHydrationHelpers } from "@trpc/react-query/rsc";
import { headers } from "next/headers";
import { cache } from "react";
import { Door } from "@/server/access/door";
import { requestIdOf } from "@/server/request-id";
import { type AppRouter, appRouter } from "@/server/routers";
import { createCallerFactory } from "@/server/trpc";
import { makeQueryClient } from "./query-client";

/** One query client and one context for all of a page's components. */
export const getQueryClient = cache(makeQueryClient);
const getContext = cache(async () => {
  const received = await headers();
  return {
    requestId: requestIdOf(received),
    door: new Door({ headers: received, mutates: false, source: "ui" }),
  };
});

const caller = createCallerFactory(appRouter)(getContext);

/**
 * For server components: `await api.workflows.get({ id })` calls a procedure without HTTP; `void
 * api.workflows.list.prefetch({})` hands its result to the page's client components, which are wrapped in HydrateClient.
 */
export const { trpc: api, HydrateClient } = createHydrationHelpers<AppRouter>(caller, getQueryClient);
