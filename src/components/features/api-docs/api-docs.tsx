import { buttonStyles } from "@/components/ui/button-styles";
import { PageHeader } from "@/components/ui/page-header";
import type { ApiDocument } from "@/contracts/api-document";
import { FilteredDocument } from "./filtered-document";
import { listOperations, searchTextOf } from "./list-operations";
import { OperationView } from "./operation-view";
import { Prose } from "./prose";
import { SchemaView } from "./schema-view";

interface ApiDocsProps {
  document: ApiDocument;
  baseUrl: string;
  /** whether programs have to send a key here */
  withKey: boolean;
}

/** The document for people: everything is rendered on the server; only the filter runs in the browser. */
export function ApiDocs({ document, baseUrl, withKey }: ApiDocsProps) {
  const operations = listOperations(document).map(({ tag, operations }) => ({
    ...tag,
    entries: operations.map((documented) => ({
      id: documented.operation.operationId,
      method: documented.method,
      title: documented.operation.summary,
      searchText: searchTextOf(documented),
      view: <OperationView document={document} baseUrl={baseUrl} withKey={withKey} {...documented} />,
    })),
  }));
  const schemas = {
    name: "Schemas",
    description: "What requests and answers are made of.",
    entries: Object.entries(document.components.schemas).map(([name, schema]) => ({
      id: `schema-${name}`,
      title: name,
      searchText: `${name} ${JSON.stringify(schema)}`.toLowerCase(),
      view: <SchemaView name={name} schema={schema} />,
    })),
  };
  return (
    <>
      <PageHeader
        title="REST API"
        meta={<span className="text-sm text-ink-muted">Version {document.info.version}</span>}
        description={document.info.description.split("\n\n").map((paragraph) => (
          <p key={paragraph} className="mb-1.5">
            <Prose text={paragraph} />
          </p>
        ))}
        actions={
          <a href="/api/openapi.json" className={buttonStyles()}>
            OpenAPI 3.1 document
          </a>
        }
      />
      <FilteredDocument groups={[...operations, schemas]} />
    </>
  );
}
