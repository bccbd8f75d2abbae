import { bundlePrograms } from "../../../scripts/support/bundle-programs";

/** The workers as files that start quickly. */
export interface WorkerPrograms {
  /** `worker/index.ts` */
  product: string;
  /** `tests/chaos/worker/index.ts`: the product's worker with parts that only the laboratory has */
  laboratory: string;
  remove(): void;
}

export async function buildWorkerPrograms(): Promise<WorkerPrograms> {
  const sources = { product: "worker/index.ts", laboratory: "tests/chaos/worker/index.ts" };
  const { files, remove } = await bundlePrograms(sources);
  return { ...files, remove };
}
