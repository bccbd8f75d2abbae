import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { curlExample } from "./curl-example";

const baseUrl = "http://127.0.0.1:3000";
const id = { name: "id", in: "path", required: true, schema: {} } as const;

it("names what has no example by what it is", () => {
  const request = { baseUrl, withKey: false, parameters: [id], requestBody: undefined };
  expect(curlExample({ ...request, method: "GET", path: "/api/runs/{id}" })).toBe(
    "curl -s http://127.0.0.1:3000/api/runs/RUN_ID",
  );
  expect(curlExample({ ...request, method: "HEAD", path: "/api/echo" })).toBe(
    "curl -s -I http://127.0.0.1:3000/api/echo",
  );
});

it("is what a shell hands to curl unchanged, whatever is in it", async () => {
  const value = { text: 'it\'s "quoted" $HOME `date` \\' };
  const command = curlExample({
    baseUrl,
    withKey: true,
    method: "POST",
    path: "/api/workflows/{id}/trigger",
    parameters: [
      { ...id, example: "a b" },
      { name: "Idempotency-Key", in: "header", required: false, schema: {}, example: "order 4711" },
    ],
    requestBody: { required: false, content: { "application/json": { schema: {}, examples: { first: { value } } } } },
  });
  const print = `node -p 'JSON.stringify(process.argv.slice(1))' --`;
  const { stdout } = await promisify(execFile)("sh", ["-c", command.replace(/^curl/, print)]);
  expect(JSON.parse(stdout)).toEqual([
    "-s",
    "-X",
    "POST",
    "http://127.0.0.1:3000/api/workflows/a%20b/trigger",
    "-H",
    "authorization: Bearer YOUR_API_KEY",
    "-H",
    "Idempotency-Key: order 4711",
    "-H",
    "content-type: application/json",
    "-d",
    JSON.stringify(value),
  ]);
});
