import type { SecretUse } from "@/contracts/secrets";

export interface WorkflowUses {
  id: string;
  name: string;
  status: SecretUse["workflow_status"];
  uses: SecretUse[];
}

/** The uses of each workflow together, in the order in which they came. */
export function groupUses(uses: readonly SecretUse[]): WorkflowUses[] {
  const workflows = new Map<string, WorkflowUses>();
  for (const use of uses) {
    const { workflow_id: id, workflow_name: name, workflow_status: status } = use;
    const workflow = workflows.get(id) ?? { id, name, status, uses: [] };
    workflow.uses.push(use);
    workflows.set(id, workflow);
  }
  return [...workflows.values()];
}
