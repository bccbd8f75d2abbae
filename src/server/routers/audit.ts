import { auditPage, listAuditInput } from "@/contracts/accounts";
import { listAudit } from "@/services/audit/list";
import { procedure, router } from "../trpc";

export const auditRouter = router({
  list: procedure
    .input(listAuditInput)
    .output(auditPage)
    .query(({ ctx, input }) => listAudit(ctx.services, input)),
});
