import { notFound } from "next/navigation";

/** Every address that no other page has: so what is said about it stands within the frame. */
export default function Page() {
  notFound();
}
