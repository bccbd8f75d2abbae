import { headerNameFault } from "@/core/kinds/header-name";
import type { HeaderList } from "./header-list";
import { HttpFailure } from "./http-failure";
import { listRows, type Rows } from "./request-url";

/**
 * The headers that an author wrote, ready to be sent: values are UTF-8, in the byte-wise form that HTTP wants.
 *
 * @throws HttpFailure when a name or value cannot be sent; it names the header, never its value
 */
export function buildRequestHeaders(rows: Rows | undefined): HeaderList {
  return listRows(rows).map(([name, value]) => {
    const shownName = JSON.stringify(name.slice(0, 100));
    const fault = headerNameFault(name);
    if (fault !== undefined) throw invalidHeader(fault);
    const problem = Array.from(value)
      .map(describeForbidden)
      .find((found) => found !== undefined);
    if (problem !== undefined) {
      throw invalidHeader(
        `The value of the header ${shownName} holds ${problem}, which no header may. Is there one at the end of a secret?`,
      );
    }
    return [name, Buffer.from(value, "utf8").toString("latin1")];
  });
}

function describeForbidden(character: string): string | undefined {
  if (character === "\n" || character === "\r") return "a line break";
  if (character === "\u0000") return "a NUL character";
  return (character < " " && character !== "\t") || character === "\u007f" ? "a control character" : undefined;
}

function invalidHeader(message: string): HttpFailure {
  return new HttpFailure("http_invalid_header", message);
}
