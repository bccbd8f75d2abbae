import type { ReactNode } from "react";
import { requireIdentity } from "@/app/require-identity";
import { IdentityProvider } from "@/components/access/identity";
import { Shell } from "@/components/features/shell/shell";

/** Pages for those who are known. */
export default async function AppLayout({ children }: { children: ReactNode }) {
  return (
    <IdentityProvider identity={await requireIdentity()}>
      <Shell>{children}</Shell>
    </IdentityProvider>
  );
}
