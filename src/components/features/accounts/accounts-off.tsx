import { UserRoundX } from "lucide-react";
import type { ReactNode } from "react";
import { CodeExample } from "@/components/code/code-example";
import { EmptyState } from "@/components/ui/empty-state";

/** Stands in for pages of what there is only with accounts, and says how to have them. */
export function AccountsOff({ mode, children }: { mode: "local" | "open"; children: ReactNode }) {
  return (
    <EmptyState
      icon={UserRoundX}
      title="There are no accounts here"
      example={<CodeExample label="Start it with accounts" text="AUTH_MODE=accounts npx -y pnpm@10.34.8 start" />}
    >
      <p>
        {mode === "local"
          ? "Whoever is on this machine may do everything, and nobody else is served"
          : "Whoever reaches this address may do everything"}{" "}
        (<code className="font-mono">AUTH_MODE={mode}</code>). {children}
      </p>
      <p className="mt-2">
        With <code className="font-mono">AUTH_MODE=accounts</code> people sign in. Workflows, runs and secrets stay as
        they are, and the first start prints a link by which the first admin is made.
      </p>
    </EmptyState>
  );
}
