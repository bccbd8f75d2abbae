// First: what follows reads the registry of node types when it is loaded.
import "./abort-node";

import { createRegistry } from "@/nodes/registry";
import { runWorker } from "../../../worker/run";
import { abortExecutor, abortNodeType } from "./abort-node";

/** The product's worker with a node that kills it, and with as many connections as the laboratory says. */
const code = await runWorker(process.argv.slice(2), {
  registry: (options) => Object.assign(createRegistry(options), { [abortNodeType]: abortExecutor }),
  connections: Number(process.env.LABORATORY_CONNECTIONS ?? 6),
});
process.exit(code);
