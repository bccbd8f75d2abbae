"use client";
import { leaveBy } from "@/components/navigation/navigate";
import { notifyError } from "@/components/ui/toast";
import { trpc } from "@/trpc/client";

/** Signs out here. What is not saved on the page is asked about first. */
export function useSignOut(): () => void {
  const utils = trpc.useUtils();
  const signOut = async () => {
    try {
      await utils.client.session.signOut.mutate();
      // As a page of its own: nothing of what was shown is left in it.
      window.location.assign("/sign-in");
    } catch (error) {
      notifyError("You could not be signed out", error);
    }
  };
  return () => leaveBy(() => void signOut());
}
