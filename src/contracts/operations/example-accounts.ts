const at = "2026-01-31T09:30:00.000Z";
const actor = "user:ada@example.org";

export const exampleUser = {
  id: "7b0f1c9e-3a51-4a0e-9c43-6f1f6a1f0a01",
  name: "Ada",
  email: "ada@example.org",
  role: "editor",
  disabled: false,
  created_at: at,
  last_seen_at: at,
} as const;

export const exampleInvitation = {
  id: "01980000-0000-7000-8000-0000000000b1",
  email: "grace@example.org",
  role: "editor",
  created_at: at,
  expires_at: "2026-02-07T09:30:00.000Z",
} as const;

export const exampleApiKey = {
  id: "01980000-0000-7000-8000-0000000000c1",
  name: "Shop",
  prefix: "wfe_Zk3vQ1xA",
  role: "editor",
  workflow_id: null,
  actor,
  created_at: at,
  expires_at: "2027-01-31T09:30:00.000Z",
  last_used_at: null,
  revoked_at: null,
} as const;

export const exampleAuditEntry = {
  id: "42",
  at,
  actor,
  action: "workflow.activate",
  object_type: "workflow",
  object_id: "01980000-0000-7000-8000-000000000001",
  address: "192.0.2.7",
  data: {},
} as const;

export const exampleToken = "9fJ2mZ0rT5xQ8wKc1vB7nE4hL6sD3gYpA0uR2iOqXtM";

export const exampleHeldInvitation = {
  email: "grace@example.org",
  role: "editor",
  expires_at: "2026-02-07T09:30:00.000Z",
  name: null,
} as const;

export const examplePasswordLink = {
  id: exampleUser.id,
  url: `http://127.0.0.1:3000/welcome#${exampleToken}`,
  email: exampleUser.email,
  expires_at: "2026-02-01T09:30:00.000Z",
} as const;

export const exampleIdentity = {
  mode: "accounts",
  actor,
  role: "editor",
  only_workflow_id: null,
  name: "Ada",
  email: "ada@example.org",
} as const;
