import { secretByKeyInput } from "@/contracts/secrets";
import { restRoute } from "@/server/rest";
import { deleteSecret } from "@/services/secrets/delete";
import { getSecret } from "@/services/secrets/get";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = restRoute({
  async GET({ services, params }) {
    return { status: 200, body: await getSecret(services(), secretByKeyInput.parse(params)) };
  },

  async DELETE({ services, params, ignoreBody }) {
    const context = services();
    await ignoreBody();
    return { status: 200, body: await deleteSecret(context, secretByKeyInput.parse(params)) };
  },
});
