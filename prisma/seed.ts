import { createDatabase } from "@/db/client";
import { env } from "@/env";
import { setSecret } from "@/services/secrets/set";
import { activateWorkflow } from "@/services/workflows/activate";
import { checkSaveRequest } from "@/services/workflows/check-save-request";
import { createWorkflow } from "@/services/workflows/create";
import { createKeyring } from "@/vault/keyring";
import { createVault } from "@/vault/vault";
import { type ExampleWorkflow, exampleSecret, exampleWorkflows } from "./seed/workflows";

const settings = env();
const db = createDatabase(settings.DATABASE_URL, {
  max: 1,
  pooler: settings.DATABASE_POOLER,
  applicationName: "workflow-engine seed",
});
const context = { db, actor: "seed", vault: createVault(createKeyring(settings.FERNET_KEY)) };

/** What is there already stays as it is, whatever has become of it. */
async function seed(): Promise<void> {
  const secret = await db.secret.findUnique({ where: { key: exampleSecret.key }, select: { key: true } });
  if (!secret) await setSecret(context, exampleSecret);
  // Oldest first: the list shows the newest at the top.
  for (const example of [...exampleWorkflows].reverse()) await seedWorkflow(example);
}

async function seedWorkflow(example: ExampleWorkflow): Promise<void> {
  const { id, name, description, nodes, edges, active } = example;
  const found = await db.workflow.findUnique({ where: { id }, select: { status: true } });
  const created =
    found ?? (await createWorkflow(context, { ...checkSaveRequest({ name, description, nodes, edges }), id }));
  // Activation has no way back, so a draft here means that an earlier run was cut short.
  if (active && created.status === "draft") await activateWorkflow(context, { id });
}

try {
  await seed();
} finally {
  await db.$disconnect();
}
