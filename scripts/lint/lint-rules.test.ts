import { execFile } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, expect, it } from "vitest";
import { fromRoot } from "../support/paths";

const directory = mkdtempSync(path.join(tmpdir(), "lint-rules-"));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const files = {
  "src/app/page.tsx": '"use server";\nexport async function act() {}\n',
  "src/components/part.tsx": "export async function act() {\n  'use server';\n}\n",
  "src/components/good.tsx": '"use client";\nexport const text = "to use server actions is an error";\n',
};

/** The lines that the linter's own configuration finds fault with, by file. */
async function faults(): Promise<Record<string, string[]>> {
  cpSync(fromRoot("scripts/lint"), path.join(directory, "scripts/lint"), { recursive: true });
  const { vcs: _, ...config } = JSON.parse(readFileSync(fromRoot("biome.json"), "utf8"));
  writeFileSync(path.join(directory, "biome.json"), JSON.stringify(config));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(directory, name)), { recursive: true });
    writeFileSync(path.join(directory, name), text);
  }
  const biome = fromRoot("node_modules/@biomejs/biome/bin/biome");
  const { stdout } = await promisify(execFile)(process.execPath, [biome, "lint", "--reporter=github", "src"], {
    cwd: directory,
  }).catch((failure: { stdout: string }) => failure);
  return Object.fromEntries(
    Object.keys(files).map((name) => [name, stdout.split("\n").filter((line) => line.includes(`/${name},line=`))]),
  );
}

it("a server action is an error, wherever it stands", async () => {
  const found = await faults();
  for (const name of ["src/app/page.tsx", "src/components/part.tsx"]) {
    expect(found[name]).toEqual([expect.stringMatching(/^::error .*No server actions/)]);
  }
  expect(found["src/components/good.tsx"]).toEqual([]);
}, 60_000);
