/** Quick work is done in silence; what takes longer than this says what it is. */
const silenceMs = 1_200;

/** Awaits work and, if it takes a while, prints what is going on and how long it took. */
export async function withProgress<T>(what: string, work: Promise<T>): Promise<T> {
  const startedAt = performance.now();
  let shown = false;
  const timer = setTimeout(() => {
    shown = true;
    say(`${what} …`);
  }, silenceMs);
  try {
    const result = await work;
    if (shown) say(`${what}: done in ${Math.round((performance.now() - startedAt) / 1_000)} s`);
    return result;
  } finally {
    clearTimeout(timer);
  }
}

let output: NodeJS.WritableStream = process.stdout;

/** From now on what people are told leaves standard output to programs. */
export function keepStandardOutputClear(): void {
  output = process.stderr;
}

export function say(line: string): void {
  output.write(`${line}\n`);
}
