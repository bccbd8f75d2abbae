import { vi } from "vitest";

/*
 * Before each file of integration tests: files of one process share the packages that they load, which takes longer
 * than most tests, and nothing else. The sources are loaded anew, with what they keep (the environment as it was read,
 * for one), and the environment is what it was.
 */
const shared = globalThis as typeof globalThis & {
  workflowEngineWebProcess?: unknown;
  environmentOfTestRun?: Readonly<NodeJS.ProcessEnv>;
};
shared.environmentOfTestRun ??= { ...process.env };
for (const name of Object.keys(process.env)) if (!(name in shared.environmentOfTestRun)) delete process.env[name];
Object.assign(process.env, shared.environmentOfTestRun);
delete shared.workflowEngineWebProcess;
vi.resetModules();
