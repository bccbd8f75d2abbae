import { setUpInput } from "@/contracts/accounts";
import { setUp } from "@/server/access/session-calls";
import { restRoute } from "@/server/rest";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = restRoute({
  async POST({ door, json }) {
    return { status: 201, body: await setUp(door, setUpInput.parse((await json())?.parse())) };
  },
});
