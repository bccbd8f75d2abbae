/** What the rest of the deployment rests on, as the Dockerfile says it. */
export interface ImageFacts {
  /** the bundled commands, as they are called in the image: `dist/worker/index.mjs` */
  commands: string[];
  /** the sources that they are bundled from: `worker/index.ts` */
  entries: string[];
}

export interface SourceFacts {
  packageManager: string;
  nodeMajor: string;
  /** whether a path is there and part of the build's context */
  inContext(path: string): boolean;
}

export function imageFacts(dockerfile: string): ImageFacts {
  const bundle = /esbuild ([^\\]*?)\s*\\\n/.exec(dockerfile)?.[1] ?? "";
  const entries = bundle.split(/\s+/).filter((word) => word.endsWith(".ts"));
  return { entries, commands: entries.map((entry) => `dist/${entry.replace(/\.ts$/, ".mjs")}`) };
}

/** What a parser of Dockerfiles does not know to be wrong. */
export function imageProblems(dockerfile: string, facts: SourceFacts): string[] {
  const lines = dockerfile.replaceAll("\\\n", " ").split("\n");
  const instructions = lines.filter((line) => line !== "" && !line.startsWith("#")).map((line) => line.trim());
  const lastStage = instructions.slice(instructions.findLastIndex((line) => line.startsWith("FROM ")));
  const problems: string[] = [];
  const rule = (good: boolean, problem: string): void => void (good || problems.push(problem));

  for (const line of instructions.filter((instruction) => instruction.startsWith("FROM "))) {
    rule(
      line.startsWith(`FROM node:${facts.nodeMajor}-`),
      `${line}: is not Node ${facts.nodeMajor}, as the product is built and tested with`,
    );
  }
  for (const line of instructions) {
    const [, installed] = /npm install --global (pnpm@\S+)/.exec(line) ?? [];
    rule(installed === undefined || installed === facts.packageManager, `${installed} is not ${facts.packageManager}`);
    rule(!/pnpm install\b(?!.*--frozen-lockfile)/.test(line), `${line}: may install what the lockfile does not say`);
    rule(!/^ENV .*(KEY|SECRET|TOKEN|PASSWORD)=/.test(line), `${line}: is in the image for all to read`);
    for (const source of copiedSources(line)) rule(facts.inContext(source), `${line}: ${source} is not in the context`);
  }
  for (const entry of imageFacts(dockerfile).entries)
    rule(facts.inContext(entry), `${entry} is not there to be bundled`);
  rule(imageFacts(dockerfile).entries.length > 0, "no command is bundled");
  const user = lastStage.findLast((line) => line.startsWith("USER "));
  // A number counts as well: 0 is root, and what is not said is root's.
  rule(/^USER (?!root\b|0+\b)\S+$/.test(user ?? ""), "the processes run as root");
  rule(
    lastStage.some((line) => line.startsWith("HEALTHCHECK ")),
    "nobody can tell whether it works",
  );
  const command = lastStage.findLast((line) => line.startsWith("CMD "));
  rule(/^CMD \["node", /.test(command ?? ""), "CMD is not Node itself: signals would not reach it");
  return problems;
}

function copiedSources(line: string): string[] {
  const words = line.split(/\s+/);
  if (words[0] !== "COPY" || words[1]?.startsWith("--from=")) return [];
  return words.slice(1, -1).filter((source) => source !== ".");
}
