import fc from "fast-check";
import { anyText } from "../support/expression-arbitraries";
import { hostileExpressions } from "./hostile-expressions";

const vocabulary = [
  ...Object.values(hostileExpressions).flatMap((kind) => kind.filter((source) => source.length < 40)),
  ...[
    "trigger",
    "steps",
    "secrets",
    "run",
    "app",
    ".",
    "[",
    "]",
    "(",
    ")",
    "{{",
    "}}",
    '"',
    "'",
    "\\",
    "==",
    "<",
    "??",
  ],
  ...[
    "and",
    "or",
    "not",
    "true",
    "null",
    "0",
    "1e9",
    "__proto__",
    "constructor",
    "tripwire",
    " ",
    "\n",
    "KEY",
    "output",
  ],
];

/** Texts made of what hostile expressions are made of. */
export const expressionSoup = fc
  .array(fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...vocabulary) }, { weight: 1, arbitrary: anyText }), {
    minLength: 1,
    maxLength: 24,
  })
  .chain((parts) => fc.constantFrom("", " ").map((glue) => parts.join(glue)));
