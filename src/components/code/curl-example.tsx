"use client";
import { useIdentity } from "@/components/access/identity";
import { useAppOrigin } from "./app-origin";
import { CodeExample } from "./code-example";
import { apiKeyHeader, curlCommand } from "./curl-command";

interface CurlExampleProps {
  /** what the command does */
  label: string;
  method?: string;
  /** with its query, from `/api` on */
  path: string;
  /** sent as JSON */
  body?: unknown;
}

/**
 * A command that works as it stands: with this app's own address and the headers that the route needs. Only a key is the
 * reader's to fill in, where there are accounts.
 */
export function CurlExample({ label, method, path, body }: CurlExampleProps) {
  const url = `${useAppOrigin()}${path}`;
  const { mode } = useIdentity();
  const text = curlCommand({
    url,
    ...(mode === "accounts" && { headers: [apiKeyHeader] }),
    ...(method && { method }),
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return <CodeExample label={label} text={text} />;
}
