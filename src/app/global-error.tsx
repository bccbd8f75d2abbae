"use client";
import "./globals.css";
import { Button } from "@/components/ui/button";

/** Stands in for the whole document when even its frame could not be shown. */
export default function GlobalError({ retry }: { error: unknown; retry: () => void }) {
  return (
    <html lang="en" data-theme="system">
      <body>
        <title>Workflow Engine</title>
        <main className="mx-auto max-w-lg px-4 py-16">
          <h1 className="text-xl font-semibold tracking-tight">The app could not be shown</h1>
          <p className="mt-2 mb-5 text-ink-muted">
            Something unexpected went wrong. Your workflows and their runs go on; only this page is affected.
          </p>
          <Button variant="primary" onClick={retry}>
            Try again
          </Button>
        </main>
      </body>
    </html>
  );
}
