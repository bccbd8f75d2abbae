import { Agent, request } from "node:http";
import { gunzipSync } from "node:zlib";

interface Answer {
  milliseconds: number;
  /** as sent */
  bytes: number;
  text: string;
}

export interface TimedRequests {
  /** each: from sending it to its answer's last byte */
  milliseconds: number[];
  /** of the last answer, as sent */
  bytes: number;
  /** of the last answer, unpacked */
  unpackedBytes: number;
}

/** Sends one request after the other over one kept connection, as a browser accepts answers: packed. */
export async function timeRequests(
  url: string,
  { count, warmUp }: { count: number; warmUp: number },
): Promise<TimedRequests> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  try {
    for (let index = 0; index < warmUp; index++) await get(url, agent);
    const milliseconds: number[] = [];
    let last: Answer | undefined;
    for (let index = 0; index < count; index++) {
      last = await get(url, agent);
      milliseconds.push(last.milliseconds);
    }
    return { milliseconds, bytes: last?.bytes ?? 0, unpackedBytes: Buffer.byteLength(last?.text ?? "") };
  } finally {
    agent.destroy();
  }
}

/** Unpacking is not part of the time. */
function get(url: string, agent: Agent): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const startedAt = performance.now();
    const sent = request(url, { agent, headers: { "accept-encoding": "gzip" } }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.once("error", reject);
      response.once("end", () => {
        const milliseconds = performance.now() - startedAt;
        const body = Buffer.concat(chunks);
        const text = (response.headers["content-encoding"] === "gzip" ? gunzipSync(body) : body).toString();
        // tRPC answers a batch of which only some calls failed with 207.
        if (response.statusCode === 200) resolve({ milliseconds, bytes: body.length, text });
        else reject(new Error(`GET ${url}: status ${response.statusCode}, ${text.slice(0, 300)}`));
      });
    });
    sent.once("error", reject);
    sent.end();
  });
}
