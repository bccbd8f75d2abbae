import type { ReactNode } from "react";
import { Entrance } from "@/components/features/accounts/entrance";

/** Pages for those who are not known yet. */
export default function EntranceLayout({ children }: { children: ReactNode }) {
  return <Entrance>{children}</Entrance>;
}
