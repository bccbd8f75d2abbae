import { byIdInput } from "@/contracts/common";
import { restRoute } from "@/server/rest";
import { withdrawInvitation } from "@/services/accounts/invitations";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = restRoute({
  async DELETE({ services, params, ignoreBody }) {
    const context = services();
    await ignoreBody();
    return { status: 200, body: await withdrawInvitation(context, byIdInput.parse(params)) };
  },
});
