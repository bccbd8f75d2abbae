"use client";
import "./zod-without-eval";
import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { httpBatchLink, httpSubscriptionLink, splitLink } from "@trpc/client";
import { createTRPCReact } from "@trpc/react-query";
import { type ReactNode, useState } from "react";
import { transformer } from "@/contracts/transformer";
import type { AppRouter } from "@/server/routers";
import { makeQueryClient } from "./query-client";
import { refusalLink } from "./refusals";

export const trpc = createTRPCReact<AppRouter>();

/** Longer query strings than this are sent as several requests; servers and proxies refuse very long ones. */
const maximumUrlLength = 4_096;

let browserQueryClient: QueryClient | undefined;

/** One in the browser; on the server one a request, so that no page shows another one's data. */
function getQueryClient(): QueryClient {
  if (typeof window === "undefined") return makeQueryClient();
  browserQueryClient ??= makeQueryClient();
  return browserQueryClient;
}

/** Relative: while a page is rendered on the server nothing is fetched by this client; data comes prefetched. */
const url = "/api/trpc";

export function TrpcProvider({ children }: { children: ReactNode }) {
  const queryClient = getQueryClient();
  const [client] = useState(() =>
    trpc.createClient({
      links: [
        refusalLink,
        splitLink({
          condition: ({ type }) => type === "subscription",
          true: httpSubscriptionLink({ url, transformer }),
          false: httpBatchLink({ url, transformer, maxURLLength: maximumUrlLength }),
        }),
      ],
    }),
  );
  return (
    <trpc.Provider client={client} queryClient={queryClient}>
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    </trpc.Provider>
  );
}
