import { MessagePage } from "@/components/features/shell/message-page";

export default function NotFound() {
  return (
    <MessagePage search title="There is no such workflow" links={[{ href: "/workflows", label: "All workflows" }]}>
      <p>No workflow has this id. The address may be mistyped, or come from another installation.</p>
    </MessagePage>
  );
}
