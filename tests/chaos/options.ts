import { parseArgs } from "node:util";
import { Failure } from "../../scripts/support/failure";
import { caseNames, chaosCases } from "./registry";

export interface ChaosOptions {
  form: "short" | "long";
  seed: number;
  seconds: number | undefined;
  only: string[];
  json: boolean;
}

export const usage = `pnpm chaos                        every case, at length
pnpm chaos --only kills,joins     some of them
pnpm chaos --short                all of them as the test suite runs them
pnpm chaos --seed 7               the same choices again; which of two processes is first is not for it to say
pnpm chaos --seconds 600          how long the cases go on that go on for a time
pnpm chaos --json                 one JSON document

Cases:
${Object.entries(chaosCases)
  .map(([name, { title }]) => `  ${name.padEnd(13)}${title}`)
  .join("\n")}

Exit codes: 0 nothing lost, duplicated or unexpected; 1 otherwise.`;

export function readOptions(args: string[]): ChaosOptions | "help" {
  const { values } = parse(args);
  if (values.help) return "help";
  const only = (values.only ?? []).flatMap((names) => names.split(",")).filter((name) => name !== "");
  const unknown = only.find((name) => !(name in chaosCases));
  if (unknown) throw new Failure(`There is no case ${unknown}.\n\n${usage}`);
  const form = values.short ? "short" : "long";
  return {
    form,
    seed: wholeNumber("seed", values.seed) ?? Date.now() % 100_000,
    seconds: wholeNumber("seconds", values.seconds),
    only: only.length > 0 ? only : caseNames(form),
    json: values.json === true,
  };
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      options: {
        only: { type: "string", multiple: true },
        seed: { type: "string" },
        seconds: { type: "string" },
        short: { type: "boolean" },
        json: { type: "boolean" },
        help: { type: "boolean", short: "h" },
      },
    });
  } catch (error) {
    throw new Failure(`${(error as Error).message}\n\n${usage}`);
  }
}

function wholeNumber(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d{1,9}$/.test(text)) throw new Failure(`--${name} takes a whole number, not "${text}".`);
  return Number(text);
}
