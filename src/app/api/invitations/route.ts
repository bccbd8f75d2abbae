import { inviteInput } from "@/contracts/accounts";
import { restRoute } from "@/server/rest";
import { webProcess } from "@/server/web-process";
import { invite, listInvitations } from "@/services/accounts/invitations";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = restRoute({
  async GET({ services }) {
    return { status: 200, body: await listInvitations(services()) };
  },

  async POST({ services, json }) {
    const context = services();
    const input = inviteInput.parse((await json())?.parse());
    return { status: 201, body: await invite(context, webProcess().env.APP_URL, input) };
  },
});
