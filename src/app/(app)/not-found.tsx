import type { Metadata } from "next";
import { MessagePage } from "@/components/features/shell/message-page";

export const metadata: Metadata = { title: "Page not found" };

export default function NotFound() {
  return (
    <MessagePage
      title="This page does not exist"
      search
      links={[
        { href: "/workflows", label: "Workflows" },
        { href: "/runs", label: "Runs" },
        { href: "/docs/api", label: "REST API" },
      ]}
    >
      <p>The address may be mistyped, or what was here has been removed. Search for it by its name or its id.</p>
    </MessagePage>
  );
}
