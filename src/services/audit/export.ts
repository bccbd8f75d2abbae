import { stringify } from "csv-stringify/sync";
import type { z } from "zod";
import type { AuditEntry, exportAuditInput } from "@/contracts/accounts";
import type { RowContext } from "../context";
import { listAudit } from "./list";

const pageSize = 500;

/** In this order, whatever the entries hold. */
const columns = ["id", "at", "actor", "action", "object_type", "object_id", "address", "data"] as const;

/** All entries that the filters choose as the text of a file, a page of them at a time. What comes meanwhile is not in it. */
export async function* exportAudit(
  context: Pick<RowContext, "db">,
  { format, ...filter }: z.output<typeof exportAuditInput>,
): AsyncGenerator<string, void> {
  let cursor: string | null = null;
  let isFirst = true;
  do {
    const page: Awaited<ReturnType<typeof listAudit>> = await listAudit(context, {
      ...filter,
      limit: pageSize,
      cursor,
    });
    yield format === "csv" ? csvOf(page.items, isFirst) : jsonOf(page.items, isFirst);
    cursor = page.next_cursor;
    isFirst = false;
  } while (cursor !== null);
  if (format === "json") yield "]\n";
}

/** Cells that a spreadsheet would take for formulas begin with an apostrophe. */
function csvOf(entries: readonly AuditEntry[], isFirst: boolean): string {
  const rows = entries.map((entry) => ({ ...entry, data: JSON.stringify(entry.data) }));
  return stringify(rows, { header: isFirst, columns: [...columns], escape_formulas: true });
}

function jsonOf(entries: readonly AuditEntry[], isFirst: boolean): string {
  const texts = entries.map((entry) => JSON.stringify(entry));
  return (isFirst ? "[\n" : texts.length > 0 ? ",\n" : "") + texts.join(",\n");
}
