import type { Metadata } from "next";
import { requireFound } from "@/app/require-found";
import { requireIdentity } from "@/app/require-identity";
import { RunDetail } from "@/components/features/runs/run/run-detail";
import { shortId } from "@/components/features/runs/short-id";
import { api, HydrateClient } from "@/trpc/server";

interface Props {
  params: Promise<{ id: string }>;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `Run ${shortId((await params).id)}` };
}

export default async function Page({ params }: Props) {
  await requireIdentity();
  const { id } = await params;
  await Promise.all([
    api.runs.overview.prefetch({ id }),
    api.runs.definition.prefetch({ id }),
    api.runs.explanation.prefetch({ id }),
  ]);
  requireFound();
  return (
    <HydrateClient>
      <RunDetail id={id} />
    </HydrateClient>
  );
}
