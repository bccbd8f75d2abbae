import { invitationByTokenInput } from "@/contracts/accounts";
import { restRoute } from "@/server/rest";
import { heldInvitation } from "@/services/accounts/accept-invitation";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = restRoute({
  async POST({ services, json }) {
    return {
      status: 200,
      body: await heldInvitation(services(), invitationByTokenInput.parse((await json())?.parse())),
    };
  },
});
