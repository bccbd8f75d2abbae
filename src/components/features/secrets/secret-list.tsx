"use client";
import { KeyRound, Plus } from "lucide-react";
import { useState } from "react";
import { useRefusal } from "@/components/access/identity";
import { CurlExample } from "@/components/code/curl-example";
import { ErrorState } from "@/components/errors/error-state";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { LoadMore } from "@/components/ui/load-more";
import { PageHeader } from "@/components/ui/page-header";
import { TableSkeleton } from "@/components/ui/skeleton";
import { trpc } from "@/trpc/client";
import { DeleteSecretDialog } from "./delete-secret-dialog";
import { SecretDialog, type SecretTask } from "./secret-dialog";
import { secretListInput } from "./secret-list-input";
import { SecretTable } from "./secret-table";

export function SecretList() {
  const [task, setTask] = useState<SecretTask>();
  const [deleting, setDeleting] = useState<string>();
  const create = (
    <Button variant="primary" refusal={useRefusal("secrets.set")} onClick={() => setTask({ kind: "create" })}>
      <Plus aria-hidden />
      New secret
    </Button>
  );
  return (
    <>
      <PageHeader
        title="Secrets"
        description={
          <>
            Read in HTTP request steps as <code className="font-mono text-ink">{"{{ secrets.KEY }}"}</code>; stored
            encrypted, and never shown.
          </>
        }
        actions={create}
      />
      <Results create={create} onReplace={(key) => setTask({ kind: "replace", key })} onDelete={setDeleting} />
      <SecretDialog task={task} onClose={() => setTask(undefined)} />
      <DeleteSecretDialog secret={deleting} onClose={() => setDeleting(undefined)} />
    </>
  );
}

interface ResultsProps {
  create: React.ReactNode;
  onReplace: (key: string) => void;
  onDelete: (key: string) => void;
}

function Results({ create, onReplace, onDelete }: ResultsProps) {
  const list = trpc.secrets.list.useInfiniteQuery(secretListInput, { getNextPageParam: (page) => page.next_cursor });
  if (list.isPending) return <TableSkeleton rows={4} />;
  if (list.isError && list.data === undefined) {
    return (
      <ErrorState
        title="The secrets could not be loaded"
        error={list.error}
        busy={list.isFetching}
        onRetry={() => void list.refetch()}
      />
    );
  }
  const secrets = list.data.pages.flatMap((page) => page.items);
  if (secrets.length === 0) {
    return (
      <EmptyState
        icon={KeyRound}
        title="No secrets yet"
        action={create}
        example={
          <CurlExample
            label="The same from a shell"
            method="POST"
            path="/api/secrets"
            body={{ key: "HOOK_TOKEN", value: "the token" }}
          />
        }
      >
        Keep tokens and passwords out of your definitions: store one as <code className="font-mono">HOOK_TOKEN</code>{" "}
        and write <code className="font-mono">{"{{ secrets.HOOK_TOKEN }}"}</code> in the URL, headers, query or body of
        an HTTP request.
      </EmptyState>
    );
  }
  return (
    <>
      <SecretTable secrets={secrets} onReplace={onReplace} onDelete={onDelete} />
      <LoadMore list={list} shown={secrets.length} />
    </>
  );
}
