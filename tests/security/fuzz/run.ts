import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { build } from "esbuild";
import { Failure, runCommand } from "../../../scripts/support/failure";
import { fromRoot } from "../../../scripts/support/paths";
import { hostilePayloads } from "../expression-traps";
import { hostileExpressions } from "../hostile-expressions";

const usage = `node --import tsx tests/security/fuzz/run.ts [--seconds N] [--libraries FOLDER]

Lets Jazzer.js, which is guided by coverage, look for an expression that gets out of its data.
  --seconds N         how long (600)
  --libraries FOLDER  where a glibc of 2.38 or newer and its loader are, if the system's is older
Its inputs are kept in .test/fuzz/corpus, so that the next run goes on from there; what breaks something is in .test/fuzz.`;

const folder = fromRoot("tests/security/fuzz");
const work = fromRoot(".test/fuzz");
const corpus = path.join(work, "corpus");

await runCommand(async () => {
  const { seconds, libraries } = readArguments();
  install();
  mkdirSync(corpus, { recursive: true });
  await build({
    entryPoints: [path.join(folder, "target.ts")],
    outfile: path.join(work, "target.cjs"),
    bundle: true,
    platform: "node",
    format: "cjs",
    target: "node20",
  });
  writeSeeds();
  const jazzer = path.join(folder, "node_modules/@jazzer.js/core/dist/cli.js");
  const loader = libraries
    ? [path.join(libraries, "ld-linux-x86-64.so.2"), "--library-path", `${libraries}:/lib/x86_64-linux-gnu`]
    : [];
  const [program = "", ...args] = [
    ...loader,
    process.execPath,
    jazzer,
    path.join(work, "target.cjs"),
    corpus,
    "--sync",
    "--includes=target.cjs",
    // It takes our own traps for pollution; the target looks for what else has changed.
    "--disable_bug_detectors=prototype-pollution",
    "--",
    `-max_total_time=${seconds}`,
    `-dict=${path.join(work, "dictionary")}`,
    `-artifact_prefix=${work}/`,
    "-max_len=2000",
    // Of a machine that has much else to do; how quickly answers come is measured elsewhere.
    "-timeout=60",
    "-rss_limit_mb=1500",
    "-print_final_stats=1",
  ];
  return spawnSync(program, args, { cwd: work, stdio: "inherit" }).status ?? 1;
});

function readArguments(): { seconds: number; libraries: string | undefined } {
  try {
    const { values } = parseArgs({
      options: { seconds: { type: "string", default: "600" }, libraries: { type: "string" } },
    });
    const seconds = Number(values.seconds);
    if (!Number.isInteger(seconds) || seconds < 1) throw new Error("--seconds must be a whole number from 1.");
    return { seconds, libraries: values.libraries && path.resolve(values.libraries) };
  } catch (error) {
    throw new Failure(`${(error as Error).message}\n\n${usage}`);
  }
}

/** From a lockfile of its own, and without running anything of what it installs. */
function install(): void {
  const args = ["-y", "pnpm@10.34.8", "install", "--ignore-workspace", "--frozen-lockfile", "--ignore-scripts"];
  if (spawnSync("npx", args, { cwd: folder, stdio: "inherit" }).status !== 0)
    throw new Failure("Jazzer.js could not be installed.");
}

/** It begins with every hostile expression on every payload, and knows the words of the language. */
function writeSeeds(): void {
  const payloads = Object.keys(hostilePayloads).length;
  const sources = Object.values(hostileExpressions).flat();
  for (const [index, source] of sources.entries()) {
    if (source.length > 500) continue;
    writeFileSync(path.join(corpus, `hostile-${index}`), `${String.fromCharCode(index % payloads)}${source}`);
  }
  const words = sources.flatMap((source) => source.match(/[\p{L}_]{2,20}|[^\p{L}\s]{1,3}/gu) ?? []);
  const entries = [...new Set(words)].map((word) => `"${[...Buffer.from(word)].map(escapeByte).join("")}"`);
  writeFileSync(path.join(work, "dictionary"), entries.join("\n"));
}

function escapeByte(byte: number): string {
  return `\\x${byte.toString(16).padStart(2, "0")}`;
}
