import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { refusal } from "../services/client";
import { type AccountsApp, startAccountsApp } from "./accounts-app";

let app: AccountsApp;
let now = 0;
beforeAll(async () => {
  // The clock of the limits stands still, however long the passwords take.
  vi.spyOn(performance, "now").mockImplementation(() => now);
  app = await startAccountsApp({ TRUSTED_PROXIES: "1" });
});
afterAll(async () => {
  vi.restoreAllMocks();
  await app.close();
});

const from = (address: string) => ({ "x-forwarded-for": address });

/** Tries wrong passwords until they are not even compared any more. */
async function guess(email: (turn: number) => string, address: (turn: number) => string, most: number) {
  for (let turn = 0; turn < most; turn++) {
    const answer = await app.signIn(email(turn), { password: `guess ${turn}`, headers: from(address(turn)) });
    if (answer.status !== 401) return { answer, turn };
  }
  throw new Error("It was never refused.");
}

it("an account whose password is guessed from many places is closed for a while, to the right password too", async () => {
  const person = await app.addPerson("viewer");
  const other = await app.addPerson("viewer");
  const { answer, turn } = await guess(
    () => person.email,
    (attempt) => `192.0.2.${attempt + 1}`,
    30,
  );
  expect(turn).toBe(10);
  expect(refusal(answer)).toEqual({ status: 429, code: "rate_limited" });
  const seconds = Number(answer.headers.get("retry-after"));
  expect(seconds).toBeGreaterThan(0);
  expect(seconds).toBeLessThanOrEqual(60);
  expect((await app.signIn(person.email, { headers: from("192.0.2.99") })).status).toBe(429);
  expect((await app.signIn(other.email, { headers: from("192.0.2.98") })).status).toBe(201);
  now += 60_000;
  expect((await app.signIn(person.email, { headers: from("192.0.2.97") })).status).toBe(201);
  // Whoever is signed in stays so.
  expect((await app.as(person.credentials, "GET", "/api/session")).status).toBe(200);
});

it("a place that guesses at many accounts is refused, and others are not", async () => {
  const { answer, turn } = await guess(
    (turn) => `nobody-${turn}@example.org`,
    () => "198.51.100.250",
    200,
  );
  expect([answer.status, turn]).toEqual([429, 20]);
  const { email } = await app.addPerson("viewer");
  expect((await app.signIn(email, { headers: from("198.51.100.250") })).status).toBe(429);
  expect((await app.signIn(email, { headers: from("198.51.100.251") })).status).toBe(201);
});

it("signing in forgets the attempts before", async () => {
  const { email } = await app.addPerson("viewer");
  for (let round = 0; round < 4; round++) {
    for (let turn = 0; turn < 5; turn++)
      await app.signIn(email, { password: "wrong", headers: from(`203.0.113.${round * 5 + turn}`) });
    expect((await app.signIn(email, { headers: from(`203.0.113.${100 + round}`) })).status).toBe(201);
  }
});

it("a person who is signed in cannot guess at the password to change it", async () => {
  const { credentials } = await app.addPerson("viewer");
  const statuses: number[] = [];
  for (let turn = 0; turn < 11; turn++) {
    const body = { current_password: `guess ${turn}`, new_password: "a better password" };
    const headers = from(`192.0.2.${150 + turn}`);
    statuses.push((await app.as(credentials, "PUT", "/api/session/password", { body, headers })).status);
  }
  expect(statuses).toEqual([...Array(10).fill(422), 429]);
});
