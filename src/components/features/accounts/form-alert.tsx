import { TriangleAlert } from "lucide-react";

/** Why a form was refused as a whole. Its place is there before it is, so that those who listen are told. */
export function FormAlert({ text }: { text: string | undefined }) {
  return (
    <div role="alert" className="empty:hidden">
      {text === undefined ? null : (
        <p className="flex items-start gap-2 rounded-md border border-danger-line bg-danger-soft px-3 py-2 text-sm break-words text-danger-ink">
          <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          {text}
        </p>
      )}
    </div>
  );
}
