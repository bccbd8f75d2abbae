/** A guard of the engine that is taken out, and the tests that must notice. */
export interface Mutant {
  /** what is taken out */
  name: string;
  file: string;
  /** each text stands exactly once in the file, and is replaced by the other */
  edits: readonly [from: string, to: string][];
  /** the test file in tests/integration, and a part of the title of the tests to run */
  test: string;
  title: string;
}
