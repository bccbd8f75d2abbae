"use client";
import { useQueryClient } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useIdentity } from "@/components/access/identity";
import { signInPath } from "@/components/access/sign-in-path";
import { readError } from "@/components/errors/read-error";
import { holdsUnsavedWork } from "@/components/navigation/navigate";
import { loadPatiently } from "@/components/ui/late-part";
import { isLayerOpen } from "@/components/ui/open-layer";
import { trpc } from "@/trpc/client";
import { onRefusal, type Refusal } from "@/trpc/refusals";

const SessionEndedDialog = dynamic(
  () => loadPatiently(() => import("./session-ended-dialog")).then((module) => module.SessionEndedDialog),
  { ssr: false },
);

/**
 * What becomes of an open page whose session ends: it leads to where one signs in, and back. Where something was typed that
 * is not stored yet, it stays, and asks for the password above it.
 */
export function SessionWatch() {
  const { mode } = useIdentity();
  const utils = trpc.useUtils();
  const queryClient = useQueryClient();
  const [asking, setAsking] = useState(false);
  const isChecking = useRef(false);

  const isSignedOut = async (): Promise<boolean> => {
    try {
      await utils.client.session.get.query();
      return false;
    } catch (error) {
      return readError(error).code === "unauthorized";
    }
  };
  /**
   * A stream may have been opened with a session that another one has replaced: whoever is signed in is so still. With a new
   * password the next session comes with the answer to a change that is under way, so that one is waited for.
   */
  const check = useEffectEvent(async () => {
    if (isChecking.current) return;
    isChecking.current = true;
    try {
      for (let changing = true; changing; ) {
        changing = queryClient.isMutating() > 0;
        if (!(await isSignedOut())) return;
        if (changing) await new Promise((resolve) => setTimeout(resolve, 100));
      }
      if (holdsUnsavedWork() || isLayerOpen()) setAsking(true);
      else leaveToSignIn();
    } finally {
      isChecking.current = false;
    }
  });
  const onRefused = useEffectEvent((refusal: Refusal) => {
    if (refusal === "forbidden") void utils.session.get.invalidate();
    else void check();
  });
  useEffect(() => (mode === "accounts" ? onRefusal((refusal) => onRefused(refusal)) : undefined), [mode]);
  return asking ? <SessionEndedDialog onSignedIn={() => setAsking(false)} onLeave={leaveToSignIn} /> : null;
}

/** As a page of its own: nothing that was known to the one before is left in it. */
function leaveToSignIn(): void {
  const { pathname, search, hash } = window.location;
  window.location.assign(signInPath(`${pathname}${search}${hash}`, { ended: true }));
}
