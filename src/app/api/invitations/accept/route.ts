import { acceptInvitationInput } from "@/contracts/accounts";
import { acceptInvitation } from "@/server/access/session-calls";
import { restRoute } from "@/server/rest";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = restRoute({
  async POST({ door, json }) {
    return { status: 201, body: await acceptInvitation(door, acceptInvitationInput.parse((await json())?.parse())) };
  },
});
