import { Agent, request } from "node:http";

/** Sends so many requests over so many kept connections. @returns how long each took, in milliseconds */
export async function postRequests(
  url: string,
  { count, connections, body }: { count: number; connections: number; body: string },
): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const times: number[] = [];
  let left = count;
  const connection = async (): Promise<void> => {
    while (left-- > 0) {
      const startedAt = performance.now();
      await post(url, agent, body);
      times.push(performance.now() - startedAt);
    }
  };
  await Promise.all(Array.from({ length: connections }, connection));
  agent.destroy();
  return times;
}

/** Node's plain client: it takes least from the servers that share the cores with it. */
function post(url: string, agent: Agent, body: string): Promise<void> {
  const headers = { "content-type": "application/json", "content-length": Buffer.byteLength(body) };
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: "POST", agent, headers }, (response) => {
      const { statusCode = 0 } = response;
      response.resume();
      response.once("end", () =>
        statusCode >= 200 && statusCode < 300 ? resolve() : reject(new Error(`POST ${url}: status ${statusCode}`)),
      );
    });
    sent.once("error", reject);
    sent.end(body);
  });
}
