import { openApiDocument } from "@/server/openapi";
import { restRoute } from "@/server/rest";

/** What this API can do, for programs. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = restRoute({
  GET({ services }) {
    services();
    return { status: 200, body: openApiDocument() };
  },
});
