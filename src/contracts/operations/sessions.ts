import {
  acceptInvitationInput,
  changePasswordInput,
  entrance,
  heldInvitation,
  identity,
  invitationByTokenInput,
  setUpInput,
  signedOut,
  signInInput,
} from "../accounts";
import type { Operation } from "../operation";
import { exampleHeldInvitation, exampleIdentity, exampleToken } from "./example-accounts";

const forEverybody = ["origin", "database"] as const;
const forCallers = ["caller", "database"] as const;
const password = "correct horse battery";
const session = (description: string) => ({ description, schema: identity, example: exampleIdentity }) as const;

/** Sessions are for browsers: whoever asks without a cookie or a key has none. */
export const sessionOperations = {
  getEntrance: {
    method: "GET",
    path: "/api/entrance",
    tag: "Accounts",
    summary: "Whether one has to sign in here",
    description: "Answers everybody.",
    needs: forEverybody,
    answers: {
      200: { description: "How this is served.", schema: entrance, example: { mode: "accounts", needs_set_up: false } },
    },
    errors: [],
    procedure: "session.entrance",
  },
  getSession: {
    method: "GET",
    path: "/api/session",
    tag: "Accounts",
    summary: "Who asks, and what they may do",
    needs: ["caller"],
    answers: { 200: session("Whoever the cookie or the key belongs to.") },
    errors: [],
    procedure: "session.get",
  },
  signIn: {
    method: "POST",
    path: "/api/session",
    tag: "Accounts",
    summary: "Sign in",
    description: "Sets a cookie. Programs send an API key instead, and need no session.",
    needs: forEverybody,
    body: {
      kind: "json",
      schema: signInInput,
      examples: { user: { summary: "A user", value: { email: "ada@example.org", password } } },
    },
    answers: { 201: session("Who has signed in.") },
    errors: ["validation_error", "unauthorized", "conflict"],
    procedure: "session.signIn",
  },
  signOut: {
    method: "DELETE",
    path: "/api/session",
    tag: "Accounts",
    summary: "Sign out",
    needs: forEverybody,
    body: { kind: "ignored" },
    answers: { 200: { description: "There is no session now.", schema: signedOut, example: { signed_out: true } } },
    errors: ["conflict"],
    procedure: "session.signOut",
  },
  signOutEverywhere: {
    method: "DELETE",
    path: "/api/sessions",
    tag: "Accounts",
    summary: "Sign out everywhere",
    description: "Ends all sessions of the user who asks, this one with them.",
    needs: forCallers,
    body: { kind: "ignored" },
    answers: { 200: { description: "There is no session now.", schema: signedOut, example: { signed_out: true } } },
    errors: ["conflict"],
    procedure: "session.signOutEverywhere",
  },
  changePassword: {
    method: "PUT",
    path: "/api/session/password",
    tag: "Accounts",
    summary: "Change one's password",
    description: "Ends all other sessions.",
    needs: forCallers,
    body: {
      kind: "json",
      schema: changePasswordInput,
      examples: {
        password: { summary: "A new one", value: { current_password: password, new_password: `${password} staple` } },
      },
    },
    answers: { 200: session("Who it belongs to.") },
    errors: ["validation_error", "conflict"],
    procedure: "session.changePassword",
  },
  setUp: {
    method: "POST",
    path: "/api/set-up",
    tag: "Accounts",
    summary: "Make the first admin",
    description: "With the code that the server prints while there is no user, and never again after that.",
    needs: forEverybody,
    body: {
      kind: "json",
      schema: setUpInput,
      examples: {
        admin: {
          summary: "The first admin",
          value: { code: exampleToken, name: "Ada", email: "ada@example.org", password },
        },
      },
    },
    answers: { 201: session("The admin, signed in.") },
    errors: ["validation_error", "conflict"],
    procedure: "session.setUp",
  },
  lookUpInvitation: {
    method: "POST",
    path: "/api/invitations/lookup",
    tag: "Accounts",
    summary: "What an invitation is for",
    description: "For whoever holds the link; its token stands behind the #.",
    needs: forEverybody,
    body: {
      kind: "json",
      schema: invitationByTokenInput,
      examples: { token: { summary: "A link's token", value: { token: exampleToken } } },
    },
    answers: { 200: { description: "The invitation.", schema: heldInvitation, example: exampleHeldInvitation } },
    errors: ["validation_error", "not_found"],
    procedure: "users.invitation",
  },
  acceptInvitation: {
    method: "POST",
    path: "/api/invitations/accept",
    tag: "Accounts",
    summary: "Become a user",
    description: "Once, with the token of an invitation's link.",
    needs: forEverybody,
    body: {
      kind: "json",
      schema: acceptInvitationInput,
      examples: { token: { summary: "A new user", value: { token: exampleToken, name: "Grace", password } } },
    },
    answers: { 201: session("The new user, signed in.") },
    errors: ["validation_error", "not_found", "conflict"],
    procedure: "users.acceptInvitation",
  },
} as const satisfies Record<string, Operation>;
