"use client";
import dynamic from "next/dynamic";
import { useIdentity } from "@/components/access/identity";
import { loadPatiently } from "@/components/ui/late-part";
import { AccountButton, type AccountMenuProps } from "./account-button";

const loadContent = () =>
  loadPatiently(() => import("./account-menu-content")).then((module) => module.AccountMenuContent);

/** No page waits for a menu: until it is there, what opens it stands in its place. */
const Content = dynamic<AccountMenuProps>(loadContent, { ssr: false, loading: () => <AccountButton aria-busy /> });
const FoldedContent = dynamic<AccountMenuProps>(loadContent, {
  ssr: false,
  loading: () => <AccountButton folded aria-busy />,
});

/** Who is signed in, and what they can do about it. Without accounts there is nobody to name. */
export function AccountMenu({ folded = false, ...props }: AccountMenuProps) {
  if (useIdentity().mode !== "accounts") return null;
  return folded ? <FoldedContent folded {...props} /> : <Content {...props} />;
}
