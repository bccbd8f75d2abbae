"use client";
import { useRefusal } from "@/components/access/identity";
import { roleWords } from "@/components/features/accounts/role-words";
import { notify, notifyError } from "@/components/ui/toast";
import type { User } from "@/contracts/accounts";
import { trpc } from "@/trpc/client";

export interface UserUpdate {
  id: string;
  role?: User["role"];
  disabled?: boolean;
}

/** Changes what a user may do, with what it says and what it makes out of date. */
export function useUpdateUser() {
  const utils = trpc.useUtils();
  const change = trpc.users.update.useMutation({
    onSuccess: (user, { role }) => {
      if (role !== undefined) notify(`${user.name} is ${roleWords[user.role].article} now`);
      else notify(user.disabled ? `${user.name} is disabled, and signed out` : `${user.name} can sign in again`);
    },
    onError: (error) => notifyError("The user was not changed", error),
    onSettled: () => {
      void utils.users.list.invalidate();
      // It may have been their own role.
      void utils.session.get.invalidate();
    },
  });
  return {
    update: (update: UserUpdate) => change.mutate(update),
    isChanging: (id: string) => change.isPending && change.variables.id === id,
    refusal: useRefusal("users.update"),
  };
}
