import { parseJson } from "@/core/json";
import { escapes, globalState, guarded, hostilePayloads, setTraps } from "../expression-traps";

setTraps();
/** Small, so that time goes into new inputs; what large data may cost is shown by the table of hostile expressions. */
const plain = guarded(parseJson('{"o":{"a":1},"list":[[1],2,3],"text":"a text","number":7.50,"deep":[[[[1]]]]}'));
const payloads = Object.values({ ...hostilePayloads, plain });
const before = JSON.stringify(globalState());

/** What Jazzer.js calls with each input: a byte that chooses the payload, and the text of an expression. */
export function fuzz(input: Buffer): void {
  const [choice = 0] = input;
  const payload = payloads[choice % payloads.length] ?? null;
  const found = escapes(input.toString("utf8", 1), payload);
  if (found.length > 0) throw new Error(found.join("\n"));
  if (JSON.stringify(globalState()) !== before) throw new Error("Something global has changed.");
}
