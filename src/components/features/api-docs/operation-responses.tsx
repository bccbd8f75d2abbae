import { CodeExample } from "@/components/code/code-example";
import type { ApiDocument, ApiOperation, ApiResponse } from "@/contracts/api-document";
import { Prose } from "./prose";
import { resolveResponse } from "./resolve-reference";
import { SchemaTree } from "./schema-tree";
import { SchemaType } from "./schema-type";

interface Resolved {
  status: string;
  response: ApiResponse;
}

/** What an operation answers when it goes well, and every way in which it may not. */
export function OperationResponses({ document, operation }: { document: ApiDocument; operation: ApiOperation }) {
  const responses = Object.entries(operation.responses).flatMap(([status, reference]): Resolved[] => {
    const response = resolveResponse(document, reference);
    return response ? [{ status, response }] : [];
  });
  const errors = responses.filter(({ status }) => /^[45]/.test(status));
  return (
    <>
      {responses
        .filter(({ status }) => !/^[45]/.test(status))
        .map((answer) => (
          <Answer key={answer.status} {...answer} />
        ))}
      {errors.length > 0 ? <ErrorTable errors={errors} /> : null}
    </>
  );
}

function Answer({ status, response }: Resolved) {
  const media = response.content?.["application/json"];
  const example = Object.values(media?.examples ?? {})[0];
  return (
    <section className="mt-4">
      <h4 className="text-sm font-medium">
        <span className="font-mono">{status === "default" ? "Other statuses" : status}</span>
        <span className="ml-2 font-normal text-ink-muted">{response.description}</span>
      </h4>
      {media ? (
        <div className="mt-1 rounded-md border px-3">
          <SchemaTree schema={media.schema} />
        </div>
      ) : null}
      {example ? (
        <details className="mt-1">
          <summary className="w-fit rounded-sm text-xs font-medium text-accent-ink hover:underline">Example</summary>
          <div className="mt-1">
            <CodeExample label={`Answer ${status}`} text={JSON.stringify(example.value, null, 2)} />
          </div>
        </details>
      ) : null}
    </section>
  );
}

function ErrorTable({ errors }: { errors: readonly Resolved[] }) {
  return (
    <section className="mt-4">
      <h4 className="text-sm font-medium">Errors</h4>
      <table className="mt-1 w-full text-sm">
        <thead className="text-left text-xs text-ink-muted">
          <tr className="border-b">
            <th scope="col" className="w-14 py-1.5 pr-3 font-medium">
              HTTP
            </th>
            <th scope="col" className="py-1.5 font-medium">
              Code and when
            </th>
          </tr>
        </thead>
        <tbody>
          {errors.map(({ status, response }) => (
            <tr key={status} className="border-b align-top last:border-b-0">
              <td className="py-1.5 pr-3 font-mono">{status}</td>
              <td className="py-1.5 text-ink-muted">
                {response.description.split("\n\n").map((line) => (
                  <p key={line} className="break-words">
                    <Prose text={line} />
                  </p>
                ))}
                {response.content?.["application/json"] ? (
                  <p className="text-xs">
                    <SchemaType schema={response.content["application/json"].schema} />
                  </p>
                ) : null}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
