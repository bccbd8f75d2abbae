/** Headers that follow from the address, the body and the connection. */
const reservedHeaders: ReadonlySet<string> = new Set([
  "connection",
  "content-length",
  "expect",
  "host",
  "keep-alive",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

/** Why a request cannot carry a header of this name, in words, or undefined if it can. Names hold no templates. */
export function headerNameFault(name: string): string | undefined {
  const shownName = JSON.stringify(name.slice(0, 100));
  // A token of RFC 9110, 5.6.2.
  if (!/^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/.test(name))
    return `${shownName} is not a header name: letters, digits and - are.`;
  const lowerCase = name.toLowerCase();
  if (reservedHeaders.has(lowerCase) || lowerCase.startsWith("proxy-"))
    return `The header ${shownName} cannot be set: it follows from the address, the body or the connection.`;
  return undefined;
}
