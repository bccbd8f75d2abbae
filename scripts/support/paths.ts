import { mkdirSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";

const require = createRequire(import.meta.url);

/** The checkout. Commands run here whatever the directory they were called from. */
export const rootDir = fileURLToPath(new URL("../..", import.meta.url));

export const fromRoot = (...parts: string[]): string => path.join(rootDir, ...parts);

/** The JavaScript behind a package's command, to be run by this very Node: no shell, no wrapper process. */
export const resolveModule = (specifier: string): string => require.resolve(specifier);

/** For what commands in this checkout tell each other, and nobody else needs to see. */
export function cacheFile(name: string): string {
  const directory = fromRoot("node_modules/.cache/workflow-engine");
  mkdirSync(directory, { recursive: true });
  return path.join(directory, name);
}
