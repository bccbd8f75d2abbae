import { connect } from "node:net";

export interface Answer {
  status: number;
  headers: Map<string, string>;
  body: string;
}

/** Sends what no browser or library would: exactly these lines and this body. Reads until the server closes. */
export class RawClient {
  constructor(readonly url: URL) {}

  send(method: string, path: string, headers: Record<string, string> = {}, body = ""): Promise<Answer> {
    const all = {
      host: this.url.host,
      connection: "close",
      ...(body === "" ? {} : { "content-length": String(Buffer.byteLength(body)) }),
      ...headers,
    };
    const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
    return this.sendText(`${method} ${path} HTTP/1.1\r\n${lines.join("")}\r\n${body}`);
  }

  /** Each text is sent once something came back for the one before. */
  sendText(text: string, ...later: string[]): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const { hostname, port } = this.url;
      const socket = connect(Number(port), hostname, () => socket.write(text));
      const chunks: Buffer[] = [];
      socket.on("data", (chunk) => {
        chunks.push(chunk);
        const next = later.shift();
        if (next !== undefined) socket.write(next);
      });
      socket.on("error", reject);
      socket.on("close", () => {
        const [head = "", ...rest] = Buffer.concat(chunks).toString("utf8").split("\r\n\r\n");
        const [status = "", ...fields] = head.split("\r\n");
        const pairs = fields.map((field): [string, string] => {
          const colon = field.indexOf(":");
          return [field.slice(0, colon).toLowerCase(), field.slice(colon + 1).trim()];
        });
        resolve({ status: Number(status.split(" ")[1]), headers: new Map(pairs), body: rest.join("\r\n\r\n") });
      });
    });
  }
}
