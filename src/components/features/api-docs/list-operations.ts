import type { ApiDocument, ApiOperation, ApiTag } from "@/contracts/api-document";

export interface DocumentedOperation {
  /** in capitals */
  method: string;
  path: string;
  operation: ApiOperation;
}

export interface OperationGroup {
  tag: ApiTag;
  operations: DocumentedOperation[];
}

/** The operations by their tag, in the document's order. */
export function listOperations(document: ApiDocument): OperationGroup[] {
  const all = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
  return document.tags.map((tag) => ({
    tag,
    operations: all.filter(({ operation }) => operation.tags.includes(tag.name)),
  }));
}

/** What a filter looks through: the words that people know an operation by. */
export function searchTextOf({ method, path, operation }: DocumentedOperation): string {
  const codes = Object.entries(operation.responses).flatMap(([status, response]) => [
    status,
    ...("$ref" in response ? [response.$ref] : Object.keys(response.content?.["application/json"]?.examples ?? {})),
  ]);
  const { summary, description = "", operationId } = operation;
  return [method, path, summary, description, operationId, ...codes].join(" ").toLowerCase();
}

/** Whether a text holds every word of a query. */
export function matches(searchText: string, query: string): boolean {
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => searchText.includes(word));
}
