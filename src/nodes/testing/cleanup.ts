const pending: (() => unknown)[] = [];

/** Has something undone when the test that is running ends. */
export function onCleanup(undo: () => unknown): void {
  pending.push(undo);
}

/** Every test file that starts servers or a way out runs this after each test; the last made is the first undone. */
export async function cleanUp(): Promise<void> {
  for (let undo = pending.pop(); undo; undo = pending.pop()) await undo();
}
