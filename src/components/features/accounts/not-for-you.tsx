import { Lock } from "lucide-react";
import { EmptyState } from "@/components/ui/empty-state";

/** Stands in for a page that whoever sits here may not see. */
export function NotForYou({ refusal }: { refusal: string }) {
  return (
    <EmptyState icon={Lock} title="This page is not for you">
      {refusal} Admins change roles on the page of users.
    </EmptyState>
  );
}
