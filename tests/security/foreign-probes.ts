export const json = { "content-type": "application/json" };
/** What asks, and the headers that it sends to the app under its own name. */
type Probe = [what: string, headers: (host: string) => Record<string, string>];

/** A form may be sent from anywhere, and so may a link be followed: what tells of a form is refused for changes only. */
export const foreignForm: Probe = [
  "a form that tells its site alone",
  () => ({ ...json, "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate" }),
];

export const foreignPages: Probe[] = [
  ["a page of another site", () => ({ ...json, origin: "https://evil.example" })],
  ["a page without an origin of its own", () => ({ ...json, origin: "null" })],
  ["a page of another port of this machine", () => ({ ...json, origin: "http://127.0.0.1:1" })],
  ["an origin that only begins alike", (host) => ({ ...json, origin: `http://${host}.evil.example` })],
  ["an origin that is none", (host) => ({ ...json, origin: host })],
  [
    "a request that tells its site alone",
    () => ({ ...json, "sec-fetch-site": "cross-site", "sec-fetch-mode": "cors" }),
  ],
  ["a neighbour on the same site", () => ({ ...json, "sec-fetch-site": "same-site" })],
];

export const foreignNames: Probe[] = [
  ["a name that was bound to this machine", () => ({ ...json, host: "rebound.example" })],
  [
    "a page under a name that was bound to this machine",
    () => ({ ...json, host: "rebound.example", origin: "http://rebound.example", "sec-fetch-site": "same-origin" }),
  ],
  ["a name that looks like an address", () => ({ ...json, host: "127.0.0.1.evil.example" })],
  ["a host that cannot be read", () => ({ ...json, host: "evil example" })],
  ["another machine behind a proxy", () => ({ ...json, "x-forwarded-for": "192.0.2.7" })],
];

/** Types of bodies that a form can send, or that only look like JSON. */
export const simpleTypes: [string, Record<string, string>][] = [
  ["text/plain", { "content-type": "text/plain" }],
  ["a form", { "content-type": "application/x-www-form-urlencoded" }],
  ["a form with files", { "content-type": "multipart/form-data; boundary=x" }],
  ["no type", {}],
  ["two types", { "content-type": "application/json, text/plain" }],
  ["text that tells of JSON", { "content-type": "text/plain; charset=application/json" }],
];
