import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { describe, expect, it } from "vitest";
import { readIncomingBody } from "./read-body";

/** Hands a request whose client leaves in the middle of its body to `read`. */
async function whileClientLeaves(
  read: (request: IncomingMessage, leave: () => void) => Promise<Uint8Array>,
): Promise<unknown> {
  const server = createServer();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  // `listen` with a port answers an address with one.
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  socket.write("POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\nabc");
  const [request] = (await once(server, "request")) as [IncomingMessage];
  request.on("error", () => undefined);
  try {
    return await read(request, () => socket.destroy()).catch((error: unknown) => error);
  } finally {
    server.close();
  }
}

const refusal = { code: "invalid_json", message: "The connection was closed before the body had come." };

describe("a client that leaves before its body has come", () => {
  it("ends the reading, as a refusal", async () => {
    const outcome = await whileClientLeaves((request, leave) => {
      const reading = readIncomingBody(request, 1_000);
      leave();
      return reading;
    });
    expect(outcome).toMatchObject(refusal);
  });

  it("and has left before the reading began", async () => {
    const outcome = await whileClientLeaves(async (request, leave) => {
      leave();
      await once(request, "close").catch(() => undefined);
      return readIncomingBody(request, 1_000);
    });
    expect(outcome).toMatchObject(refusal);
  });
});
