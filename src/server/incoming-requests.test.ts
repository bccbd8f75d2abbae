import type { IncomingMessage } from "node:http";
import { describe, expect, it } from "vitest";
import { prepare } from "./incoming-requests";

function incoming(request: { method?: string; url?: string; headers?: Record<string, string> }) {
  const message = { method: "GET", url: "/", headers: {}, socket: { remoteAddress: "192.0.2.7" }, ...request };
  // Only what is looked at.
  prepare(message as unknown as IncomingMessage);
  return message;
}

describe("incoming requests", () => {
  it("carry the address of their socket, whatever the client claims", () => {
    const { headers } = incoming({ headers: { "x-socket-address": "127.0.0.1" } });
    expect(headers).toMatchObject({ "x-socket-address": "192.0.2.7" });
  });

  it.each(["TRACE", "PROPFIND", "LINK"])("with the method %s become ones that a route can refuse", (method) => {
    const message = incoming({ method, url: "/api/runs" });
    expect(message).toMatchObject({ method: "GET", url: "/api/runs", headers: { "x-refused-method": method } });
  });

  it("cannot refuse themselves", () => {
    expect(incoming({ method: "POST", headers: { "x-refused-method": "POST" } }).headers).not.toHaveProperty(
      "x-refused-method",
    );
  });

  it.each([
    ["/api/workflows/%E0%A4%A", "/api/workflows/%25E0%25A4%25A"],
    ["/api/%", "/api/%25"],
    ["/api/runs/%zz?limit=%1", "/api/runs/%25zz?limit=%1"],
    ["/runs/%E0%A4%A", "/runs/%25E0%25A4%25A"],
  ])("for %s, which nobody can decode, ask for %s", (url, readable) => {
    expect(incoming({ url }).url).toBe(readable);
  });

  it.each(["/api/workflows/a%20b", "/api/echo?broken=%E0%A4%A", "/runs/a%20b?x=%"])("for %s are left alone", (url) => {
    expect(incoming({ url }).url).toBe(url);
  });

  it.each([
    ["http://evil.example/api/runs?limit=1", "/api/runs?limit=1"],
    ["HTTPS://user:word@evil.example:8443", "/"],
    ["http://evil.example?x=/y", "/?x=/y"],
    ["*", "/*"],
    ["evil.example:443", "/evil.example:443"],
  ])("for %s, which is more or less than a path, ask for %s", (url, path) => {
    expect(incoming({ url }).url).toBe(path);
  });
});
