interface CurlRequest {
  url: string;
  method?: string;
  headers?: readonly (readonly [name: string, value: string])[];
  /** JSON as text */
  body?: string | undefined;
}

/** Where there are accounts, programs send a key; this stands for the reader's own. */
export const apiKeyHeader = ["authorization", "Bearer YOUR_API_KEY"] as const;

/** A command for a shell that sends a request; its lines are joined by backslashes. */
export function curlCommand({ url, method = "GET", headers = [], body }: CurlRequest): string {
  const command = ["curl -s", methodOption(method), shellWord(url)].filter((part) => part !== "").join(" ");
  const contentType = body === undefined ? [] : [["content-type", "application/json"] as const];
  const headerOptions = [...headers, ...contentType].map(([name, value]) => `-H ${shellWord(`${name}: ${value}`)}`);
  return [command, ...headerOptions, ...(body === undefined ? [] : [`-d ${shellWord(body)}`])].join(" \\\n  ");
}

/** curl waits for the body that an answer to HEAD announces, unless it knows of the method. */
function methodOption(method: string): string {
  if (method === "GET") return "";
  return method === "HEAD" ? "-I" : `-X ${method}`;
}

/** A text as one word for a POSIX shell. */
function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
