"use client";
import { Info } from "lucide-react";
import { SignInForm } from "./sign-in-form";

interface SignInProps {
  /** a path of this app */
  next: string;
  /** whether there was a session, which has ended */
  ended: boolean;
  /** whether there is no user yet */
  needsSetUp: boolean;
}

export function SignIn({ next, ended, needsSetUp }: SignInProps) {
  return (
    <>
      <h1 className="text-xl font-semibold tracking-tight">Sign in</h1>
      {ended && !needsSetUp ? (
        <p className="mt-1 text-sm text-ink-muted">Your session has ended. Sign in again to go on where you were.</p>
      ) : null}
      {needsSetUp ? <SetUpHint /> : null}
      <div className="mt-5">
        {/* As a page of its own: nothing that was known before the sign-in is left in it. */}
        <SignInForm onSignedIn={() => window.location.assign(next)} />
      </div>
    </>
  );
}

function SetUpHint() {
  return (
    <div className="mt-3 flex items-start gap-2 rounded-md border border-accent-line bg-accent-soft px-3 py-2 text-sm text-accent-ink">
      <Info aria-hidden className="mt-0.5 size-4 shrink-0" />
      <p>
        Nobody can sign in yet: there is no user. The server prints a link in its log, to{" "}
        <code className="font-mono">/welcome</code>, where the first admin is made.
      </p>
    </div>
  );
}
