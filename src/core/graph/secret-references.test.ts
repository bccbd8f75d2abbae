import { expect, it } from "vitest";
import { definitionSchema } from "../definition";
import { secretReferences } from "./secret-references";

it("finds each secret once a node, wherever the node may read one, and in nothing that only looks like it", () => {
  const definition = definitionSchema.parse({
    nodes: [
      { id: "start", type: "trigger", config: {} },
      {
        id: "call",
        type: "http_request",
        config: {
          url: "https://example.org/{{ secrets.PATH }}",
          headers: { authorization: "Bearer {{ secrets.TOKEN }}", "x-again": "{{ secrets.TOKEN }}" },
          query: { q: ["{{ trigger.secrets.NOT }}", "{{ secrets.QUERY ?? 'x' }}"] },
          body: { deep: [{ value: '{{ "secrets.TEXT" }} secrets.PLAIN' }] },
        },
      },
      { id: "again", type: "http_request", config: { url: "https://example.org", body: "{{ secrets.TOKEN }}" } },
    ],
    edges: [],
  });
  expect(secretReferences(definition)).toEqual([
    { key: "PATH", nodeId: "call" },
    { key: "TOKEN", nodeId: "call" },
    { key: "QUERY", nodeId: "call" },
    { key: "TOKEN", nodeId: "again" },
  ]);
});
