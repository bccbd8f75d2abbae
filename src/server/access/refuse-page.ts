import { AppError } from "@/core/errors";
import { env } from "@/env";
import { refuseOutsiders } from "./refuse-foreign";

/** Why a page is not for whoever asks, in words for them; undefined: it is. Its data asks again, as all data does. */
export function refusePage(headers: Headers): string | undefined {
  const settings = env();
  if (settings.AUTH_MODE !== "local") return undefined;
  try {
    refuseOutsiders(headers, settings);
    return undefined;
  } catch (error) {
    if (error instanceof AppError) return error.message;
    throw error;
  }
}
