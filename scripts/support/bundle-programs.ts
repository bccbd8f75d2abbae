import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { build } from "esbuild";
import { fromRoot } from "./paths";

/** Programs as files that start quickly, packages included: made as the image's are, from the sources of this checkout. */
export interface BundledPrograms<Name extends string> {
  files: Readonly<Record<Name, string>>;
  remove(): void;
}

const requireForPackages =
  'import { createRequire as bundleRequire } from "node:module"; globalThis.require = bundleRequire(import.meta.url);';

/** @param sources of each program, from the checkout's root */
export async function bundlePrograms<Name extends string>(
  sources: Readonly<Record<Name, string>>,
): Promise<BundledPrograms<Name>> {
  const directory = mkdtempSync(path.join(tmpdir(), "workflow-engine-programs-"));
  const names = Object.keys(sources) as Name[];
  await build({
    absWorkingDir: fromRoot(),
    // A program looks for package.json in the folder above its own.
    entryPoints: Object.fromEntries(names.map((name) => [`programs/${name}`, sources[name]])),
    outdir: directory,
    bundle: true,
    platform: "node",
    target: "node20",
    format: "esm",
    outExtension: { ".js": ".mjs" },
    // Names stay, and lines stay short: a stack trace can be read. The rest is memory of each worker.
    minifyWhitespace: true,
    minifySyntax: true,
    lineLimit: 120,
    banner: { js: requireForPackages },
    logLevel: "error",
  });
  copyFileSync(fromRoot("package.json"), path.join(directory, "package.json"));
  const files = Object.fromEntries(names.map((name) => [name, path.join(directory, "programs", `${name}.mjs`)]));
  return {
    // One for each name.
    files: files as Record<Name, string>,
    remove: () => rmSync(directory, { recursive: true, force: true }),
  };
}
