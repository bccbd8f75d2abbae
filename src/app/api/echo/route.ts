import { echo } from "@/server/echo";
import { restRoute } from "@/server/rest";

/** Answers what it received; for the examples, and for people who try things. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = restRoute({
  GET: echo,
  HEAD: echo,
  POST: echo,
  PUT: echo,
  PATCH: echo,
  DELETE: echo,
  OPTIONS: echo,
});
