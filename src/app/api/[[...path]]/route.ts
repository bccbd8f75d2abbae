import { nothingHere } from "@/server/nothing-here";
import { restRoute } from "@/server/rest";

/** Every path under /api that no other route serves. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = restRoute({
  GET: nothingHere,
  HEAD: nothingHere,
  POST: nothingHere,
  PUT: nothingHere,
  PATCH: nothingHere,
  DELETE: nothingHere,
  OPTIONS: nothingHere,
});
