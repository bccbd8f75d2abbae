import { Failure, runCommand } from "./support/failure";
import { measureFirstLoad } from "./support/first-load";
import { say } from "./support/progress";

const usage = "node --import tsx scripts/first-load.ts URL   JavaScript that a page of a production server loads first";

const kilobytes = (bytes: number): string => `${(bytes / 1_000).toFixed(1).padStart(8)} kB`;

await runCommand(async () => {
  const url = process.argv[2];
  if (!url) throw new Failure(usage);
  const { files, bytes, gzipped } = await measureFirstLoad(url);
  for (const file of files) say(`${kilobytes(file.gzipped)} gzipped  ${kilobytes(file.bytes)}  ${file.name}`);
  say(`${kilobytes(gzipped)} gzipped  ${kilobytes(bytes)}  in ${files.length} files`);
  return 0;
});
