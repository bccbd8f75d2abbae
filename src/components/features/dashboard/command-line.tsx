/** A command to copy. */
export function CommandLine({ children }: { children: string }) {
  return (
    <code className="mt-1.5 block w-fit max-w-full overflow-x-auto rounded-md border bg-subtle px-2.5 py-1.5 font-mono text-xs text-ink">
      {children}
    </code>
  );
}
