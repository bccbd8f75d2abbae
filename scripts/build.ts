import { runCommand } from "./support/failure";
import { listenForStop } from "./support/stop-request";
import { buildWeb } from "./support/web-build";

await runCommand(async () => {
  await buildWeb(listenForStop().stop);
  return 0;
});
