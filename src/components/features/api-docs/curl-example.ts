import { apiKeyHeader, curlCommand } from "@/components/code/curl-command";
import type { ApiExample, ApiParameter, ApiRequestBody } from "@/contracts/api-document";

interface CurlRequest {
  baseUrl: string;
  /** whether programs have to send a key here */
  withKey: boolean;
  method: string;
  path: string;
  parameters: readonly ApiParameter[];
  requestBody: ApiRequestBody | undefined;
}

/** A command for a shell that sends an operation's first example. */
export function curlExample({ baseUrl, withKey, method, path, parameters, requestBody }: CurlRequest): string {
  const url = `${baseUrl}${path.replace(/\{(\w+)\}/g, (_, name: string) => valueFor(name, path, parameters))}`;
  const headers = parameters.flatMap(({ in: place, name, example }): (readonly [string, string])[] =>
    place === "header" && example !== undefined ? [[name, String(example)]] : [],
  );
  const example = firstExample(requestBody);
  if (withKey) headers.unshift(apiKeyHeader);
  return curlCommand({ url, method, headers, body: example && JSON.stringify(example.value) });
}

/** The example of a variable, or a word that stands for it: `RUN_ID`. */
function valueFor(name: string, path: string, parameters: readonly ApiParameter[]): string {
  const example = parameters.find((parameter) => parameter.in === "path" && parameter.name === name)?.example;
  if (typeof example === "string") return encodeURIComponent(example);
  const collection =
    path
      .slice(0, path.indexOf(`/{${name}}`))
      .split("/")
      .at(-1) ?? "";
  return `${collection.replace(/s$/, "")}_${name}`.toUpperCase();
}

function firstExample(requestBody: ApiRequestBody | undefined): ApiExample | undefined {
  return Object.values(requestBody?.content["application/json"]?.examples ?? {})[0];
}
