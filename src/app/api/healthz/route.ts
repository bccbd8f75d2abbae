import { restRoute } from "@/server/rest";

/** The process is up; nothing else is asked. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = restRoute({
  GET: () => ({ status: 200, body: { status: "ok" } }),
});
