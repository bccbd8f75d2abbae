"use client";
import { type ComponentType, useEffect, useRef, useState } from "react";
import { cn } from "@/components/ui/cn";
import { inputStyles } from "@/components/ui/field";
import { loadPatiently } from "@/components/ui/late-part";
import type { FieldEditorProps } from "./field-editor-types";

type CodeFieldProps = Omit<FieldEditorProps, "selection">;

let loaded: ComponentType<FieldEditorProps> | undefined;

async function load(): Promise<ComponentType<FieldEditorProps>> {
  loaded ??= (await loadPatiently(() => import("./field-editor-view"))).FieldEditorView;
  return loaded;
}

/**
 * A text with templates, an expression, or JSON. It is a plain field until it is opened: then the editor is loaded and takes
 * its place, at the cursor, when no input method is at work. What is typed meanwhile is not lost, and if the editor never
 * comes the plain field does as well.
 */
export function CodeField(props: CodeFieldProps) {
  const { label, value, onChange, readOnly = false, isLine = false, describedBy } = props;
  const plain = useRef<HTMLTextAreaElement>(null);
  const [Editor, setEditor] = useState<ComponentType<FieldEditorProps>>();
  const [selection, setSelection] = useState({ anchor: 0, head: 0 });
  const isComposing = useRef(false);
  const isMounted = useRef(true);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);

  const open = async () => {
    const view = await load().catch(() => undefined);
    // The press that gave the focus places the cursor after this.
    await new Promise((resolve) => setTimeout(resolve));
    const field = plain.current;
    if (!view || !isMounted.current || !field || isComposing.current || document.activeElement !== field) return;
    setSelection({ anchor: field.selectionStart, head: field.selectionEnd });
    setEditor(() => view);
  };

  if (Editor) {
    return (
      <div className="min-w-0 overflow-hidden rounded-md border border-line-strong">
        <Editor {...props} selection={selection} />
      </div>
    );
  }
  return (
    <textarea
      ref={plain}
      aria-label={label}
      aria-describedby={describedBy}
      rows={isLine ? 1 : Math.min(12, value.split("\n").length)}
      spellCheck={false}
      readOnly={readOnly}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      onFocus={() => void open()}
      onCompositionStart={() => {
        isComposing.current = true;
      }}
      onCompositionEnd={() => {
        isComposing.current = false;
        void open();
      }}
      onKeyDown={(event) => {
        if (isLine && event.key === "Enter" && !event.nativeEvent.isComposing) event.preventDefault();
      }}
      className={cn(inputStyles, "block min-h-8 resize-none py-1.5 font-mono text-xs leading-5 [field-sizing:content]")}
    />
  );
}
