import { listSecretsInput, setSecretInput } from "@/contracts/secrets";
import { queryInput } from "@/server/query-input";
import { restRoute } from "@/server/rest";
import { listSecrets } from "@/services/secrets/list";
import { setSecret } from "@/services/secrets/set";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = restRoute({
  async GET({ services, query }) {
    const input = listSecretsInput.parse(queryInput(query, ["limit", "cursor"]));
    return { status: 200, body: await listSecrets(services(), input) };
  },

  async POST({ services, json }) {
    const context = services();
    const input = setSecretInput.parse((await json())?.parse());
    const { secret, created } = await setSecret(context, input);
    return { status: created ? 201 : 200, body: secret };
  },
});
