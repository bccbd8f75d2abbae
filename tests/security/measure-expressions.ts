import { parseArgs } from "node:util";
import fc from "fast-check";
import { expressionSoup } from "./expression-soup";
import { escapes, hostilePayloads, setTraps } from "./expression-traps";
import { hostileExpressions } from "./hostile-expressions";

/* node --import tsx tests/security/measure-expressions.ts [--fuzz SECONDS] */

const { values } = parseArgs({ options: { fuzz: { type: "string", default: "0" } } });
setTraps();

const sources = Object.values(hostileExpressions).flat();
const times: { ms: number; source: string; payload: string }[] = [];
let escaped = 0;
for (let round = 0; round < 3; round++) {
  for (const [payload, data] of Object.entries(hostilePayloads)) {
    for (const source of sources) {
      const startedAt = performance.now();
      escaped += escapes(source, data).length;
      // Each is evaluated as an expression, as a template, and twice within a text.
      times.push({ ms: (performance.now() - startedAt) / 4, source, payload });
    }
  }
}
times.sort((one, other) => other.ms - one.ms);
const slowest = times
  .slice(0, 5)
  .map(({ ms, source, payload }) => `  ${ms.toFixed(1)} ms  ${source.slice(0, 60)} on ${payload}`);
const median = times[Math.floor(times.length / 2)]?.ms.toFixed(3);
print(
  `${sources.length} expressions on ${Object.keys(hostilePayloads).length} payloads, three times: ${escaped} escapes, median ${median} ms. The slowest:`,
);
for (const line of slowest) print(line);

const seconds = Number(values.fuzz);
if (seconds > 0) {
  const payloads = fc.constantFrom(...Object.values(hostilePayloads));
  const property = fc.property(expressionSoup, payloads, (source, payload) => {
    const found = escapes(source, payload);
    if (found.length > 0) throw new Error(found.join("\n"));
  });
  const details = fc.check(property, { numRuns: Number.MAX_SAFE_INTEGER, interruptAfterTimeLimit: seconds * 1_000 });
  print(
    `${details.numRuns} inputs of the fuzzer in ${seconds} s, seed ${details.seed}: ${details.counterexample ? "ESCAPED" : "no escape"}`,
  );
  if (details.counterexample) print(String(details.errorInstance ?? details.counterexample[0]));
  process.exitCode = details.counterexample ? 1 : 0;
}
if (escaped > 0) process.exitCode = 1;

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
