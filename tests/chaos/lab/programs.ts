import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { build } from "esbuild";
import { fromRoot } from "../../../scripts/support/paths";

/** The workers as files that start quickly: made as the image's are, from the sources of this checkout. */
export interface WorkerPrograms {
  /** `worker/index.ts` */
  product: string;
  /** `tests/chaos/worker/index.ts`: the product's worker with parts that only the laboratory has */
  laboratory: string;
  remove(): void;
}

const requireForPackages =
  'import { createRequire as bundleRequire } from "node:module"; globalThis.require = bundleRequire(import.meta.url);';

export async function buildWorkerPrograms(): Promise<WorkerPrograms> {
  const directory = mkdtempSync(path.join(tmpdir(), "workflow-engine-chaos-"));
  await build({
    absWorkingDir: fromRoot(),
    entryPoints: { "worker/index": "worker/index.ts", "worker/laboratory": "tests/chaos/worker/index.ts" },
    outdir: directory,
    bundle: true,
    platform: "node",
    target: "node20",
    format: "esm",
    outExtension: { ".js": ".mjs" },
    banner: { js: requireForPackages },
    logLevel: "error",
  });
  copyFileSync(fromRoot("package.json"), path.join(directory, "package.json"));
  return {
    product: path.join(directory, "worker/index.mjs"),
    laboratory: path.join(directory, "worker/laboratory.mjs"),
    remove: () => rmSync(directory, { recursive: true, force: true }),
  };
}
