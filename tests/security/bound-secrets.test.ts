import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { cleanUp } from "@/nodes/testing/cleanup";
import { type EchoServer, startEcho } from "@/nodes/testing/servers";
import { type ErrorBody, refusal } from "../integration/services/client";
import { type Product, startProduct } from "../support/product";
import { call, chainOf } from "../support/product-graphs";

let product: Product;
beforeAll(async () => {
  product = await startProduct({ environment: { HTTP_ALLOW_HOSTS: "127.0.0.1,localhost" } });
  await product.work();
});
afterAll(() => product.close());
afterEach(async () => {
  await cleanUp();
  await product.expectSound();
});

interface SecretBody {
  hosts: string[];
}

const set = (key: string, hosts?: unknown) =>
  product.app.call<SecretBody>("POST", "/api/secrets", { body: { key, value: `value-of-${key}`, hosts } });

/** Answers with a redirect to another name of this machine, and of the same server. */
async function startRedirecting(status: number): Promise<EchoServer> {
  const server = await startEcho((request, response) => {
    if (request.url === "/landed") response.end();
    else response.writeHead(status, { location: `http://localhost:${server.port}/landed` }).end();
  });
  return server;
}

describe("a secret that is bound to a host", () => {
  it("is sent there, in every field, and its step dies before it is sent anywhere else", async () => {
    const server = await startEcho();
    await set("BOUND", [`127.0.0.1:${server.port}`]);
    const secret = "{{ secrets.BOUND }}";
    const fields: object[] = [
      { headers: { authorization: secret } },
      { query: { key: secret } },
      { method: "POST", body: { deep: [secret] } },
      { method: "POST", body: `a text with ${secret}` },
    ];
    for (const field of fields) {
      const allowed = await product.run(chainOf(call("call", { url: server.url, ...field })));
      expect(allowed.status).toBe("succeeded");
      const url = server.url.replace("127.0.0.1", "localhost");
      const refused = await product.run(chainOf(call("call", { url, max_attempts: 3, ...field })));
      expect(refused.error).toMatchObject({ code: "http_secret_not_allowed" });
      expect(refused.error?.message).toContain(`BOUND may only be sent to 127.0.0.1:${server.port}`);
    }
    const inPath = await product.run(chainOf(call("call", { url: `http://localhost:${server.port}/${secret}` })));
    expect(inPath.error?.code).toBe("http_secret_not_allowed");
    expect(server.requests).toHaveLength(fields.length);
  });

  it("is not taken along by a redirect, in whichever field it stands", async () => {
    for (const status of [302, 307, 308]) {
      const server = await startRedirecting(status);
      await set("BOUND", [`127.0.0.1:${server.port}`]);
      await set("FREE", []);
      const config = { method: "POST", url: server.url, body: { s: "{{ secrets.BOUND }}" } };
      const run = await product.run(chainOf(call("call", config)));
      expect(run.error).toMatchObject({ code: "http_secret_not_allowed" });
      expect(server.requests.map(({ path }) => path)).toEqual(["/"]);
      const free = await product.run(chainOf(call("call", { ...config, body: { s: "{{ secrets.FREE }}" } })));
      expect(free.status).toBe("succeeded");
    }
  });

  it("keeps its hosts when its value is replaced, and loses them only on purpose", async () => {
    expect((await set("KEPT", ["API.example.com", "api.example.com", "127.1:80", "[::1]:9"])).body.hosts).toEqual([
      "api.example.com",
      "127.0.0.1:80",
      "[::1]:9",
    ]);
    expect((await set("KEPT")).body.hosts).toHaveLength(3);
    expect((await set("KEPT", [])).body.hosts).toEqual([]);
  });

  it.each(["https://api.example.com", "*.example.com", "a/b", "user@host", "", "host:port", "a b"])(
    "takes no host that is none: %j",
    async (host) => {
      const answer = await set("REFUSED", ["fine.example", host]);
      expect(refusal(answer)).toEqual({ status: 422, code: "validation_error" });
      const details = (answer.body as unknown as ErrorBody).error.details;
      expect(details).toMatchObject([{ path: "hosts.1", message: expect.stringContaining("no host") }]);
    },
  );
});
