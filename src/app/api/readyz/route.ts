import { expectedMigrations } from "@/server/expected-migrations";
import { restRoute } from "@/server/rest";
import { webProcess } from "@/server/web-process";
import { checkReady } from "@/services/health/ready";

/** Open to other machines too: it tells nothing but whether this process can work. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = restRoute({
  async GET() {
    const { db, env } = webProcess();
    const pooled = env.DATABASE_POOLER === "transaction";
    return { status: 200, body: await checkReady(db, { expectedMigrations: await expectedMigrations(), pooled }) };
  },
});
