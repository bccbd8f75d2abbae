"use client";
import { MessagePage } from "@/components/features/shell/message-page";
import { Button } from "@/components/ui/button";

export default function ErrorPage({ error, retry }: { error: unknown; retry: () => void }) {
  const digest = error instanceof Error && "digest" in error ? String(error.digest) : undefined;
  return (
    <MessagePage
      title="This page could not be shown"
      links={[{ href: "/workflows", label: "Workflows" }]}
      action={
        <Button variant="primary" onClick={retry}>
          Try again
        </Button>
      }
    >
      <p>Something unexpected went wrong. Your workflows and their runs go on; only this page is affected.</p>
      {digest ? (
        <p className="mt-2 text-sm">
          In the server&apos;s log: <code className="font-mono">{digest}</code>
        </p>
      ) : null}
    </MessagePage>
  );
}
