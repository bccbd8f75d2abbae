import { signOutEverywhere } from "@/server/access/session-calls";
import { restRoute } from "@/server/rest";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = restRoute({
  async DELETE({ door, caller, ignoreBody }) {
    await ignoreBody();
    return { status: 200, body: await signOutEverywhere(door, caller()) };
  },
});
