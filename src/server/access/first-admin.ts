import { AppError } from "@/core/errors";
import { createDatabase } from "@/db/client";
import type { Database } from "@/db/types";
import type { EngineLog } from "@/engine/log";
import type { Env } from "@/env";
import { createAuthenticator } from "@/services/accounts/authenticator";
import { needsSetUp, setUp } from "@/services/accounts/set-up";
import { setUpCode } from "@/services/accounts/set-up-code";
import { recordAudit } from "@/services/audit/record";
import { createWebLogger } from "../logger";
import { isStopping } from "../web-process";

const pauseMs = 5_000;

/**
 * Sees to it that somebody can sign in: makes the admin that the environment names, or tells in the log where the first one
 * is made. A database that cannot be reached yet is asked again until it can.
 */
export async function prepareFirstAdmin(settings: Env): Promise<void> {
  const log = createWebLogger(settings.LOG_LEVEL);
  for (let failing = false; !isStopping(); failing = true) {
    try {
      return await makeOrAnnounce(settings, log);
    } catch (error) {
      if (!failing) log.warn({ error }, "whether there is a first admin cannot be told yet; asking again until it can");
      await new Promise((resolve) => setTimeout(resolve, pauseMs).unref());
    }
  }
}

/**
 * On a connection of its own, and not on what the web process shares: Next bundles what runs before the first request apart
 * from what answers it, and an object that was made here would throw errors that are of another class there.
 */
async function makeOrAnnounce(env: Env, log: EngineLog): Promise<void> {
  const db = createDatabase(env.DATABASE_URL, { max: 1, pooler: env.DATABASE_POOLER });
  try {
    await makeOrAnnounceOn(db, env, log);
  } finally {
    await db.$disconnect();
  }
}

async function makeOrAnnounceOn(db: Database, env: Env, log: EngineLog): Promise<void> {
  if (env.SESSION_SECRET === undefined || !(await needsSetUp(db))) return;
  const { ADMIN_EMAIL: given, ADMIN_PASSWORD: password } = env;
  if (given === undefined || password === undefined) {
    // Behind the #, so that it reaches no log of a proxy.
    const url = `${env.APP_URL}/welcome#${setUpCode(env.SESSION_SECRET)}`;
    log.warn({ url }, `nobody can sign in yet: make the first admin at ${url}`);
    return;
  }
  const email = given.toLowerCase();
  try {
    const authenticator = createAuthenticator({ db, secret: env.SESSION_SECRET, appUrl: env.APP_URL });
    const { id } = await setUp({ db, authenticator }, { name: email, email, password });
    await recordAudit(db, {
      actor: "environment",
      action: "user.set_up",
      objectId: id,
      address: undefined,
      data: { email, role: "admin" },
    });
    log.info({ email }, "the first admin was made of ADMIN_EMAIL and ADMIN_PASSWORD");
  } catch (error) {
    // Another process was faster.
    if (!(error instanceof AppError && error.code === "forbidden")) throw error;
  }
}
