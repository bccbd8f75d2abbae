/**
 * A host, or host:port, in the form that URLs have, so that `LOCALHOST`, `127.1` and `::1` mean what they mean there.
 * Undefined: it is neither. There are no wildcards: an entry means exactly what it names.
 */
export function parseHostEntry(entry: string): string | undefined {
  const match = /^(\[[^\]]+\]|[^:[\]]+|[^[\]]*:[^[\]]*:[^[\]]*)(?::(\d{1,5}))?$/.exec(entry.trim());
  const [, host = "", port] = match ?? [];
  const bracketed = host.includes(":") && !host.startsWith("[") ? `[${host}]` : host;
  const text = `http://${bracketed}/`;
  if (!match || /[/?#@\\\s*]/.test(host) || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  return port === undefined ? url.hostname : `${url.hostname}:${Number(port)}`;
}

/** Whether one of the entries, parsed, means the host of an http or https address. */
export function namesHost(entries: ReadonlySet<string>, url: URL): boolean {
  const port = url.port || (url.protocol === "https:" ? "443" : "80");
  return entries.has(url.hostname) || entries.has(`${url.hostname}:${port}`);
}
