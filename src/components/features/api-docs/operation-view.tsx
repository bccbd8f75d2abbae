import { CodeExample } from "@/components/code/code-example";
import type { ApiDocument, ApiParameter, ApiRequestBody } from "@/contracts/api-document";
import { curlExample } from "./curl-example";
import type { DocumentedOperation } from "./list-operations";
import { MethodBadge } from "./method-badge";
import { OperationResponses } from "./operation-responses";
import { Prose } from "./prose";
import { FieldHeading, SchemaFacts, SchemaTree } from "./schema-tree";
import { SchemaType } from "./schema-type";

interface OperationViewProps extends DocumentedOperation {
  document: ApiDocument;
  baseUrl: string;
  /** whether programs have to send a key here */
  withKey: boolean;
}

export function OperationView({ document, baseUrl, withKey, method, path, operation }: OperationViewProps) {
  const { operationId, summary, description, requestBody, "x-trpc-procedure": procedure } = operation;
  // What every operation takes is told once, above all of them.
  const parameters = operation.parameters.filter((parameter) => "in" in parameter);
  const command = curlExample({ baseUrl, withKey, method, path, parameters, requestBody });
  return (
    <article aria-labelledby={`${operationId}-title`} className="border-t pt-6">
      <h3 id={`${operationId}-title`} className="text-lg font-semibold tracking-tight">
        <a href={`#${operationId}`} className="rounded-sm hover:underline">
          {summary}
        </a>
      </h3>
      <p className="mt-1.5 flex flex-wrap items-center gap-2">
        <MethodBadge method={method} />
        <code className="font-mono text-sm break-all">{path}</code>
      </p>
      {description ? (
        <p className="mt-2 max-w-3xl text-sm text-pretty text-ink-muted">
          <Prose text={description} />
        </p>
      ) : null}
      <div className="mt-4 grid gap-x-8 gap-y-4 xl:grid-cols-[minmax(0,1fr)_minmax(0,26rem)]">
        <div className="min-w-0">
          {parameters.length > 0 ? <Parameters parameters={parameters} /> : null}
          <Body requestBody={requestBody} />
          <OperationResponses document={document} operation={operation} />
        </div>
        <div className="min-w-0">
          <CodeExample label={`${method} ${path} with curl`} text={command} />
          {procedure === undefined ? null : (
            <p className="mt-2 text-xs text-ink-muted">
              Over tRPC: <code className="font-mono">{procedure}</code>
            </p>
          )}
        </div>
      </div>
    </article>
  );
}

function Parameters({ parameters }: { parameters: readonly ApiParameter[] }) {
  return (
    <section>
      <h4 className="text-sm font-medium">Parameters</h4>
      <ul className="mt-1 divide-y rounded-md border px-3">
        {parameters.map(({ name, in: place, required, description, schema }) => (
          <li key={`${place} ${name}`} className="py-2">
            <FieldHeading name={name} required={required}>
              <SchemaType schema={schema} /> in the {place}
            </FieldHeading>
            {description ? (
              <p className="text-sm text-ink-muted">
                <Prose text={description} />
              </p>
            ) : null}
            <SchemaFacts schema={schema} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Body({ requestBody }: { requestBody: ApiRequestBody | undefined }) {
  if (!requestBody) return null;
  return Object.entries(requestBody.content).map(([type, { schema }]) => (
    <section key={type} className="mt-4">
      <h4 className="text-sm font-medium">
        Body
        <span className="ml-2 font-mono text-xs font-normal text-ink-muted">{type}</span>
        {requestBody.required ? null : <span className="ml-2 text-xs font-normal text-ink-muted italic">optional</span>}
      </h4>
      {requestBody.description ? <p className="text-sm text-ink-muted">{requestBody.description}</p> : null}
      {Object.keys(schema).length > 0 ? (
        <div className="mt-1 rounded-md border px-3 py-1">
          <SchemaTree schema={schema} />
        </div>
      ) : null}
    </section>
  ));
}
