import { readFileSync } from "node:fs";
import { bindMigrationAwareSqlAdapterFactory } from "@prisma/driver-adapter-utils";
import * as glue from "@prisma/schema-engine-wasm/schema_engine_bg";
import { Failure } from "./failure";
import { resolveModule } from "./paths";
import { schemaEngineAdapter } from "./schema-engine-adapter";
import { readSchema, schemaFile } from "./schema-file";

export type SchemaEngine = glue.SchemaEngine;

/** All tables and enums are ours. */
export const filters = { externalTables: [], externalEnums: [] };

let loaded: Promise<void> | undefined;

/**
 * Prisma's own schema engine as WebAssembly: it works without downloading anything, and writes the same
 * `_prisma_migrations` table as Prisma's command line. It leaves timers behind, so use it in a process that ends.
 */
export async function withSchemaEngine<T>(url: string, use: (engine: SchemaEngine) => Promise<T>): Promise<T> {
  loaded ??= load();
  await loaded;
  const { factory, close } = schemaEngineAdapter(url);
  try {
    const engine = await glue.SchemaEngine.new(
      { datamodels: [[schemaFile, readSchema()]] },
      () => undefined,
      bindMigrationAwareSqlAdapterFactory(factory),
    );
    return await use(engine);
  } catch (error) {
    throw (error as Error).name === "SchemaConnectorError" ? inWords(error as Error) : error;
  } finally {
    await close();
  }
}

/** The engine's message goes on with a trace of its own insides, of which only the migration's name helps. */
function inWords({ message }: Error): Failure {
  const [words = message] = message.split(/\n\s+0: /);
  const migration = /with migration_name="([^"]+)"/.exec(message)?.[1];
  return new Failure(migration ? `Migration ${migration}: ${words.trim()}` : words.trim());
}

/** The package's entry expects a bundler to link module and glue; here it is done by hand. */
async function load(): Promise<void> {
  const entry = resolveModule("@prisma/schema-engine-wasm/schema_engine_bg");
  Object.assign(globalThis, {
    PRISMA_WASM_PANIC_REGISTRY: {
      set_message(message: string) {
        throw new Error(`The schema engine broke: ${message}`);
      },
    },
  });
  const { instance } = await WebAssembly.instantiate(readFileSync(entry.replace(/\.js$/, ".wasm")), {
    "./schema_engine_bg.js": glue as unknown as WebAssembly.ModuleImports,
  });
  glue.__wbg_set_wasm(instance.exports);
  (instance.exports as { __wbindgen_start(): void }).__wbindgen_start();
}
