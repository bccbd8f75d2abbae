import type { FormEvent } from "react";
import { errorText, readError } from "@/components/errors/read-error";

/**
 * The fields of a form as they stand there: a password manager may have filled them in before the page listened, so no state
 * of ours is asked.
 */
export function readForm<Name extends string>(
  event: FormEvent<HTMLFormElement>,
  names: readonly Name[],
): Record<Name, string> {
  event.preventDefault();
  const form = new FormData(event.currentTarget);
  const entries = names.map((name) => [name, String(form.get(name) ?? "")]);
  return Object.fromEntries(entries) as Record<Name, string>;
}

interface FormErrors<Name extends string> {
  /** by the field's name */
  fields: Partial<Record<Name, string>>;
  /** what belongs to no field */
  rest: string | undefined;
}

/** Why a form was refused, each problem at its field where it has one. */
export function formErrors<Name extends string>(error: unknown, names: readonly Name[]): FormErrors<Name> {
  if (error === null || error === undefined) return { fields: {}, rest: undefined };
  const fields: Partial<Record<Name, string>> = {};
  for (const { path, message } of readError(error).problems) {
    const name = names.find((known) => known === path);
    if (name !== undefined) fields[name] ??= message;
  }
  return { fields, rest: Object.keys(fields).length > 0 ? undefined : errorText(error) };
}
