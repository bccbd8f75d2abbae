import type { Completion } from "@/core/expression/complete";

/** A mistake in a field's text, at an offset. */
export interface FieldMark {
  position: number;
  message: string;
}

export interface FieldEditorProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** `json` may hold templates in its texts */
  language: "expression" | "template" | "json";
  marks: readonly FieldMark[];
  /** what may follow at an offset */
  complete?: ((text: string, offset: number) => Completion | undefined) | undefined;
  readOnly?: boolean;
  /** Enter makes no new line */
  isLine?: boolean;
  /** where the cursor was before the editor took the plain field's place */
  selection: { anchor: number; head: number };
  describedBy?: string | undefined;
}
