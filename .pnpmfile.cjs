// pnpm has a command `doctor` of its own, which looks at pnpm's settings, prints nothing and exits with 0: whoever asks
// this project's doctor that way must not take that for "all is well". There are no hooks here, so the lockfile knows
// nothing of this file. Flags need `pnpm run doctor`: pnpm refuses those it does not know before it comes here.
const { spawnSync } = require("node:child_process");
const path = require("node:path");

const [command, ...rest] = process.argv.slice(2).filter((argument) => argument !== "-s" && argument !== "--silent");

if (command === "doctor" && rest.length === 0) {
  const args = ["--import", "tsx", path.join(__dirname, "scripts", "doctor.ts")];
  const { status } = spawnSync(process.execPath, args, { cwd: __dirname, stdio: "inherit" });
  process.exit(status ?? 1);
}
