"use client";
import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import type { ReactNode } from "react";
import { ErrorState } from "@/components/errors/error-state";
import { RelativeTime } from "@/components/time/time";
import { buttonStyles } from "@/components/ui/button-styles";
import { Skeleton } from "@/components/ui/skeleton";
import { trpc } from "@/trpc/client";
import { roleWords } from "../role-words";
import { type Person, PersonForm } from "./person-form";
import { useLinkToken } from "./use-link-token";

/** Where a link leads that lets somebody in: the first admin, who was invited, or who has forgotten their password. */
export function Welcome({ needsSetUp }: { needsSetUp: boolean }) {
  const token = useLinkToken();
  if (token === undefined) return <Waiting title="Welcome" />;
  if (token === null) return <WithoutLink needsSetUp={needsSetUp} />;
  return needsSetUp ? <SetUp code={token} /> : <Invitation key={token} token={token} />;
}

/** As a page of its own: it is asked for in the new session. */
const enter = () => window.location.assign("/");

function SetUp({ code }: { code: string }) {
  const setUp = trpc.session.setUp.useMutation({ onSuccess: enter });
  return (
    <>
      <Title>Welcome</Title>
      <Note>Nobody can sign in here yet. You become the first admin, and invite the others.</Note>
      <PersonForm
        submit="Make the first admin"
        busy={setUp.isPending || setUp.isSuccess}
        error={setUp.error}
        onSubmit={(person) => setUp.mutate({ code, ...person })}
      />
    </>
  );
}

function Invitation({ token }: { token: string }) {
  const utils = trpc.useUtils();
  const held = useQuery({
    queryKey: ["held-invitation", token],
    queryFn: () => utils.client.users.invitation.mutate({ token }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const accept = trpc.users.acceptInvitation.useMutation({ onSuccess: enter });
  if (held.isPending) return <Waiting title="Welcome" />;
  if (held.isError) {
    return (
      <>
        <Title>Welcome</Title>
        <div className="mt-4">
          <ErrorState title="This link cannot be used" error={held.error} />
        </div>
        <ToSignIn />
      </>
    );
  }
  const { email, role, name: knownName, expires_at: expiresAt } = held.data;
  const { article, may } = roleWords[role];
  const submit = ({ name, password }: Person) => accept.mutate({ token, name, password });
  const state = { email, busy: accept.isPending || accept.isSuccess, error: accept.error, onSubmit: submit };
  if (knownName !== null) {
    return (
      <>
        <Title>Choose another password</Title>
        <Note>
          {knownName}, with it all your sessions end, and a new one begins here. The link ends{" "}
          <RelativeTime at={expiresAt} stop="." />
        </Note>
        <PersonForm {...state} name={knownName} submit="Set the password" />
      </>
    );
  }
  return (
    <>
      <Title>Welcome</Title>
      <Note>
        You are invited as <strong className="font-medium text-ink">{article}</strong>, who can {may} The link ends{" "}
        <RelativeTime at={expiresAt} stop="." />
      </Note>
      <PersonForm {...state} submit="Accept the invitation" />
    </>
  );
}

function WithoutLink({ needsSetUp }: { needsSetUp: boolean }) {
  return (
    <>
      <Title>Welcome</Title>
      <Note>
        {needsSetUp
          ? "Nobody can sign in here yet. The server prints a link in its log, by which the first admin is made: open it as a whole, with what stands behind the #."
          : "Open the link that you were sent, as a whole, with what stands behind the #. It can be used once."}
      </Note>
      {needsSetUp ? null : <ToSignIn />}
    </>
  );
}

function Waiting({ title }: { title: string }) {
  return (
    <div role="status">
      <Title>{title}</Title>
      <span className="sr-only">Loading</span>
      <Skeleton className="mt-4 h-72" />
    </div>
  );
}

function ToSignIn() {
  return (
    <Link href="/sign-in" className={`${buttonStyles()} mt-4`}>
      Sign in
    </Link>
  );
}

const Title = ({ children }: { children: ReactNode }) => (
  <h1 className="text-xl font-semibold tracking-tight">{children}</h1>
);

const Note = ({ children }: { children: ReactNode }) => (
  <p className="mt-1 mb-5 text-sm text-pretty text-ink-muted">{children}</p>
);
