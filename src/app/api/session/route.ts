import { signInInput } from "@/contracts/accounts";
import { presentIdentity, signIn, signOut } from "@/server/access/session-calls";
import { restRoute } from "@/server/rest";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = restRoute({
  GET({ caller }) {
    return { status: 200, body: presentIdentity(caller()) };
  },

  async POST({ door, json }) {
    return { status: 201, body: await signIn(door, signInInput.parse((await json())?.parse())) };
  },

  async DELETE({ door, ignoreBody }) {
    await ignoreBody();
    return { status: 200, body: await signOut(door) };
  },
});
