import { defaultShouldDehydrateQuery, QueryClient } from "@tanstack/react-query";
import { TRPCClientError } from "@trpc/client";
import { transformer } from "@/contracts/transformer";
import { type Packed, pack, unpack } from "./packed";

export function makeQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 5_000,
        // An answer is an answer; asking again is for a server that did not give one.
        retry: (failures, error) => failures < 2 && error instanceof TRPCClientError && !error.data,
      },
      dehydrate: {
        // As texts: what renders a page looks at each value of anything else, twice.
        serializeData: (data) => pack(transformer.serialize(data)),
        // A query that the server has only begun is streamed to the page when it is done.
        shouldDehydrateQuery: (query) => defaultShouldDehydrateQuery(query) || query.state.status === "pending",
        // Errors are public already; the page shows them.
        shouldRedactErrors: () => false,
      },
      hydrate: { deserializeData: (sent: Packed) => transformer.deserialize(unpack(sent)) },
    },
  });
}
