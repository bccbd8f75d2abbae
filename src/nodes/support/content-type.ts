/** A `Content-Type` header, taken apart. */
export interface ContentType {
  /** `type/subtype` in lower case; empty when there is none */
  essence: string;
  charset: string | undefined;
}

export function parseContentType(header: string | undefined): ContentType {
  const [essence = "", ...parameters] = (header ?? "").split(";");
  const charset = parameters
    .map((parameter) => /^\s*charset\s*=\s*(?:"([^"]*)"|([^\s"]+))\s*$/i.exec(parameter))
    .map((match) => match?.[1] ?? match?.[2])
    .find((value) => value !== undefined);
  return { essence: essence.trim().toLowerCase(), charset };
}
