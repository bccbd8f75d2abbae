import { gzipSync } from "node:zlib";

/** What a browser must load of JavaScript before a page works; parts that come later (graph, editors) are not in it. */
export interface FirstLoad {
  /** the largest first */
  files: { name: string; bytes: number; gzipped: number }[];
  bytes: number;
  gzipped: number;
}

/** Every script that the page's document names, in its tags or in what it hands to React. */
const scripts = /\/_next\/static\/[\w./~%@()[\]-]+?\.js/g;

/** For browsers that know no modules, which none does that this app runs in. */
const forOldBrowsers = /<script[^>]*\bsrc="([^"]+)"[^>]*\bnomodule\b/gi;

/** Measures a page of a running production server, each file gzipped by itself, as it is sent. */
export async function measureFirstLoad(page: string): Promise<FirstLoad> {
  const html = await textOf(page);
  const unused = new Set([...html.matchAll(forOldBrowsers)].map(([, path]) => path));
  const paths = [...new Set(html.match(scripts) ?? [])].filter((path) => !unused.has(path));
  if (paths.length === 0) throw new Error(`${page} names no script: this is not a page of a production server.`);
  const files = await Promise.all(
    paths.map(async (path) => {
      const content = Buffer.from(await textOf(new URL(path, page).href));
      return { name: path.split("/").at(-1) ?? path, bytes: content.length, gzipped: gzipSync(content).length };
    }),
  );
  files.sort((one, other) => other.gzipped - one.gzipped);
  const sum = (key: "bytes" | "gzipped") => files.reduce((total, file) => total + file[key], 0);
  return { files, bytes: sum("bytes"), gzipped: sum("gzipped") };
}

async function textOf(url: string): Promise<string> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} answered ${response.status}.`);
  return response.text();
}
