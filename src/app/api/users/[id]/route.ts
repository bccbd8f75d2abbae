import { updateUserInput } from "@/contracts/accounts";
import { byIdInput } from "@/contracts/common";
import { restRoute } from "@/server/rest";
import { updateUser } from "@/services/accounts/users";

const change = updateUserInput.omit({ id: true });

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = restRoute({
  async PATCH({ services, params, json }) {
    const context = services();
    const input = { ...change.parse((await json())?.parse()), ...byIdInput.parse(params) };
    return { status: 200, body: await updateUser(context, input) };
  },
});
