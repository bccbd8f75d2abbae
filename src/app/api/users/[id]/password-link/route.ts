import { byIdInput } from "@/contracts/common";
import { restRoute } from "@/server/rest";
import { webProcess } from "@/server/web-process";
import { passwordLink } from "@/services/accounts/password-link";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = restRoute({
  async POST({ services, params, ignoreBody }) {
    await ignoreBody();
    return { status: 201, body: await passwordLink(services(), webProcess().env.APP_URL, byIdInput.parse(params)) };
  },
});
