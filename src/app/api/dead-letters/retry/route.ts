import { retryDeadLettersInput } from "@/contracts/dead-letters";
import { restRoute } from "@/server/rest";
import { retryDeadLetters } from "@/services/dead-letters/retry";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = restRoute({
  async POST({ services, json }) {
    const context = services();
    const input = retryDeadLettersInput.parse((await json())?.parse());
    return { status: 200, body: await retryDeadLetters(context, input) };
  },
});
