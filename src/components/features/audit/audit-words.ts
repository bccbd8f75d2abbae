/** `session.sign_in` → "Session: sign in"; the name itself is what filters and files know. */
export function actionLabel(action: string): string {
  const [object = "", verb = ""] = action.split(".");
  const words = (text: string) => text.replaceAll("_", " ");
  const name = object === "api_key" ? "API key" : words(object);
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}: ${words(verb)}`;
}

/** What an entry tells beside its object, in words: "role: editor, disabled: true". */
export function describeData(data: Readonly<Record<string, unknown>>): string {
  return Object.entries(data)
    .map(([name, value]) => `${name.replaceAll("_", " ")}: ${textOf(value)}`)
    .join(", ");
}

/** Of long lists the beginning is told; the file has them whole. */
const listed = 3;

function textOf(value: unknown): string {
  if (!Array.isArray(value)) return typeof value === "string" ? value : JSON.stringify(value);
  const rest = value.length - listed;
  return `${value.slice(0, listed).map(textOf).join(" ")}${rest > 0 ? ` and ${rest} more` : ""}`;
}
