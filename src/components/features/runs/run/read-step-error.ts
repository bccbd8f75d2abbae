import { isJsonObject, type Json, JsonText, stringifyJson } from "@/core/json";

export interface ShownError {
  code: string;
  message: string;
  /** what else is known, for example the answer of an HTTP request; null when there is nothing */
  details: JsonText | null;
}

/** A stored error is `{ code, message, details }`; one that is not is shown as it is. */
export function readStepError(error: JsonText): ShownError {
  const value = parseOrNull(error);
  if (!isJsonObject(value) || typeof value.message !== "string") {
    return { code: "error", message: "The step failed.", details: error };
  }
  const { code, message, details = null } = value;
  return {
    code: typeof code === "string" ? code : "error",
    message,
    details: details === null ? null : new JsonText(stringifyJson(details)),
  };
}

function parseOrNull(text: JsonText): Json {
  try {
    return text.parse();
  } catch {
    return null;
  }
}
