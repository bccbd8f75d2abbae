"use client";
import { useMemo } from "react";
import { CodeField } from "@/components/editor/code-field";
import type { FieldMark } from "@/components/editor/field-editor-types";
import { readingOf, useInspectedNode } from "./inspected-node";

interface ReadFieldProps {
  label: string;
  /** within the config: `headers.authorization` */
  path: string;
  value: string;
  language: "expression" | "template" | "json";
  readOnly: boolean;
  isLine?: boolean;
  describedBy?: string | undefined;
  onChange: (text: string) => void;
}

/** A code field with this node's completion, and the mistakes that our own parser finds in it. */
export function ReadField({ path, ...props }: ReadFieldProps) {
  const inspected = useInspectedNode();
  const [key = ""] = path.split(".");
  const reading = readingOf(inspected.node, key);
  const { textProblems } = inspected;
  const marks = useMemo(
    (): FieldMark[] => textProblems.filter((problem) => problem.path === `config.${path}`),
    [textProblems, path],
  );
  return <CodeField {...props} marks={marks} complete={inspected.complete(reading)} />;
}
