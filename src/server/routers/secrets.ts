import {
  listSecretsInput,
  secret,
  secretByKeyInput,
  secretPage,
  secretUsage,
  setSecretInput,
} from "@/contracts/secrets";
import { deleteSecret } from "@/services/secrets/delete";
import { getSecret } from "@/services/secrets/get";
import { listSecrets } from "@/services/secrets/list";
import { setSecret } from "@/services/secrets/set";
import { secretUsage as readSecretUsage } from "@/services/secrets/usage";
import { procedure, router } from "../trpc";

export const secretsRouter = router({
  list: procedure
    .input(listSecretsInput)
    .output(secretPage)
    .query(({ ctx, input }) => listSecrets(ctx.services, input)),

  get: procedure
    .input(secretByKeyInput)
    .output(secret)
    .query(({ ctx, input }) => getSecret(ctx.services, input)),

  set: procedure
    .input(setSecretInput)
    .output(secret)
    .mutation(async ({ ctx, input }) => (await setSecret(ctx.services, input)).secret),

  delete: procedure
    .input(secretByKeyInput)
    .output(secret)
    .mutation(({ ctx, input }) => deleteSecret(ctx.services, input)),

  usage: procedure
    .input(secretByKeyInput)
    .output(secretUsage)
    .query(({ ctx, input }) => readSecretUsage(ctx.services, input)),
});
