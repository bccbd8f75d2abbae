import { execFile } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fromRoot } from "../../scripts/support/paths";

export interface CheckoutCopy {
  directory: string;
  /** Runs one of the commands in scripts/ there; its environment is this one's with `changes`. */
  run(
    script: string,
    args?: string[],
    changes?: Record<string, string | undefined>,
  ): Promise<{ code: number; output: string }>;
  remove(): void;
}

interface CopyOptions {
  within?: string;
  /** commands that are run as the image does, each from one file, which starts much quicker than its sources */
  bundles?: Readonly<Record<string, string>>;
}

const contents = [
  "scripts",
  "prisma",
  "src",
  "worker",
  "package.json",
  "tsconfig.json",
  "next.config.mjs",
  "postcss.config.mjs",
];

/**
 * A copy of this checkout, without its build, to be tampered with. The dev server takes packages only from below the
 * outermost lock file: a copy that is to run it lies within this checkout.
 */
export function copyCheckout({ within = tmpdir(), bundles = {} }: CopyOptions = {}): CheckoutCopy {
  mkdirSync(within, { recursive: true });
  const directory = mkdtempSync(path.join(within, "checkout-"));
  for (const name of contents) cpSync(fromRoot(name), path.join(directory, name), { recursive: true });
  symlinkSync(fromRoot("node_modules"), path.join(directory, "node_modules"));
  const bundleOf = (script: string) => `dist/scripts/${script}.mjs`;
  for (const [script, file] of Object.entries(bundles)) cpSync(file, path.join(directory, bundleOf(script)));
  return {
    directory,
    run: (script, args = [], changes = {}) =>
      new Promise((resolve) =>
        execFile(
          process.execPath,
          [...(script in bundles ? [bundleOf(script)] : ["--import", "tsx", `scripts/${script}.ts`]), ...args],
          { cwd: directory, env: { ...process.env, ...changes } },
          (error, stdout, stderr) => resolve({ code: error ? Number(error.code) : 0, output: stdout + stderr }),
        ),
      ),
    remove: () => rmSync(directory, { recursive: true, force: true }),
  };
}
