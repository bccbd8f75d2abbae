import { runCommand } from "./support/failure";
import { runApp } from "./support/run-app";

await runCommand(() => runApp("development"));
