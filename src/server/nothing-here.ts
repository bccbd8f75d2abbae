import { AppError } from "@/core/errors";
import type { RestRequest } from "./answer-rest";

/** @throws AppError `not_found`, always */
export function nothingHere({ url }: RestRequest): never {
  const path = url.pathname.slice(0, 200);
  throw new AppError("not_found", `There is nothing at ${path}. The routes are listed in docs/guide/rest-api.md.`);
}
