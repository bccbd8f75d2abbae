/** A decimal number as it was written: ± digits × 10^exponent, without leading or trailing zeros; zero has no digits. */
export interface Decimal {
  negative: boolean;
  digits: string;
  exponent: bigint;
}

const pattern = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

/**
 * Reads the text of a JSON number, or of a JavaScript number; undefined for anything else. Nothing is expanded, so
 * `1e999999999` is as cheap as `1`.
 */
export function parseDecimal(text: string): Decimal | undefined {
  const match = pattern.exec(text);
  if (!match) return undefined;
  const [, sign = "", whole = "", fraction = "", power = "0"] = match;
  const written = whole + fraction;
  // Loops, because a pattern such as /0+$/ takes quadratic time on 1000…0001.
  let start = 0;
  while (start < written.length && written.charCodeAt(start) === 0x30) start++;
  let end = written.length;
  while (end > start && written.charCodeAt(end - 1) === 0x30) end--;
  if (start === end) return { negative: false, digits: "", exponent: 0n };
  return {
    negative: sign === "-",
    digits: written.slice(start, end),
    exponent: BigInt(power) - BigInt(fraction.length) + BigInt(written.length - end),
  };
}

/** Exact order of two decimals: negative, zero or positive. */
export function compareDecimals(left: Decimal, right: Decimal): number {
  const leftSign = signOf(left);
  const rightSign = signOf(right);
  if (leftSign !== rightSign || leftSign === 0) return leftSign - rightSign;
  return leftSign < 0 ? compareMagnitudes(right, left) : compareMagnitudes(left, right);
}

function signOf(decimal: Decimal): number {
  if (decimal.digits === "") return 0;
  return decimal.negative ? -1 : 1;
}

function compareMagnitudes(left: Decimal, right: Decimal): number {
  const leftOrder = left.exponent + BigInt(left.digits.length);
  const rightOrder = right.exponent + BigInt(right.digits.length);
  if (leftOrder !== rightOrder) return leftOrder < rightOrder ? -1 : 1;
  // Both start with a digit that is not 0 at the same place, so the order of the texts is that of the numbers.
  if (left.digits === right.digits) return 0;
  return left.digits < right.digits ? -1 : 1;
}
