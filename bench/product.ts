import { JsonText } from "@/core/json";
import { createDatabase } from "@/db/client";
import { silentLog } from "@/engine/log";
import { WakeChannel } from "@/engine/notify";
import { PlanCache } from "@/engine/plan-cache";
import { StartQueue } from "@/engine/start-queue";
import { createRegistry } from "@/nodes/registry";
import { createSafeFetch } from "@/nodes/support/safe-fetch";
import type { ServiceContext } from "@/services/context";
import { triggerRun } from "@/services/runs/trigger";
import { activateWorkflow } from "@/services/workflows/activate";
import { saveWorkflow } from "@/services/workflows/save";
import { createKeyring, generateKey } from "@/vault/keyring";
import { createVault } from "@/vault/vault";

/** The product's own use-cases, as the web process calls them behind its routes. */
export interface Product {
  fernetKey: string;
  /** saves and activates; @returns the workflow's id */
  createWorkflow(definition: BenchDefinition): Promise<string>;
  /** @returns the run's id */
  trigger(workflowId: string): Promise<string>;
  close(): Promise<void>;
}

export interface BenchDefinition {
  name: string;
  nodes: readonly object[];
  edges: readonly object[];
}

export async function openProduct(url: string): Promise<Product> {
  const fernetKey = generateKey();
  const appUrl = "http://127.0.0.1:3000";
  const db = createDatabase(url, { applicationName: "workflow-engine bench" });
  const vault = createVault(createKeyring([fernetKey]));
  const wake = new WakeChannel(url, silentLog, { listens: false });
  await wake.start();
  const fetch = createSafeFetch({ allowHosts: [], appUrl });
  const engine = {
    db,
    registry: createRegistry({ fetch }),
    vault,
    appUrl,
    plans: new PlanCache(),
    wake,
    starts: new StartQueue({ db, wake }),
  };
  const context: ServiceContext = {
    db,
    engine,
    vault,
    actor: "bench",
    source: "api",
    log: silentLog,
    maximumPayloadBytes: 1_000_000,
  };
  const payload = new JsonText('{"amount": 50}');
  return {
    fernetKey,
    async createWorkflow(definition) {
      const { workflow } = await saveWorkflow(context, definition);
      await activateWorkflow(context, { id: workflow.id });
      return workflow.id;
    },
    async trigger(workflowId) {
      const { run } = await triggerRun(context, { id: workflowId, payload });
      return run.id;
    },
    async close() {
      await Promise.allSettled([wake.close(), fetch.close()]);
      await db.$disconnect();
    },
  };
}
