import { MessagePage } from "@/components/features/shell/message-page";

export default function NotFound() {
  return (
    <MessagePage search title="There is no such run" links={[{ href: "/runs", label: "All runs" }]}>
      <p>No run has this id. The address may be mistyped, or come from another installation.</p>
    </MessagePage>
  );
}
