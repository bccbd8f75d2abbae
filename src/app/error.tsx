"use client";
import { Button } from "@/components/ui/button";

/**
 * Of what has no frame, or of the frame itself: without a database nobody can be told apart from anybody. Every page loads
 * it, so it is made of next to nothing.
 */
export default function OuterErrorPage({ retry }: { error: unknown; retry: () => void }) {
  return (
    <main className="mx-auto max-w-lg px-4 py-16">
      <h1 className="text-xl font-semibold tracking-tight">This page could not be shown</h1>
      <p className="mt-2 mb-5 text-base text-ink-muted">
        Something unexpected went wrong, or the database does not answer. Your workflows and their runs go on.
      </p>
      <Button variant="primary" onClick={retry}>
        Try again
      </Button>
    </main>
  );
}
