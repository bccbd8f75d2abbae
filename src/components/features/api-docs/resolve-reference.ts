import type { ApiDocument, ApiReference, ApiResponse } from "@/contracts/api-document";

/** `#/components/schemas/Run` → `Run` */
export function nameOf(reference: string): string {
  return reference.slice(reference.lastIndexOf("/") + 1);
}

export function resolveResponse(document: ApiDocument, response: ApiResponse | ApiReference): ApiResponse | undefined {
  return "$ref" in response ? document.components.responses[nameOf(response.$ref)] : response;
}
