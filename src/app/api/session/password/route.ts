import { changePasswordInput } from "@/contracts/accounts";
import { changePassword } from "@/server/access/session-calls";
import { restRoute } from "@/server/rest";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = restRoute({
  async PUT({ door, caller, json }) {
    return {
      status: 200,
      body: await changePassword(door, caller(), changePasswordInput.parse((await json())?.parse())),
    };
  },
});
