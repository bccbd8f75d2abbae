import { readFileSync } from "node:fs";
import { fromRoot } from "./paths";

export const schemaFile = "prisma/schema.prisma";

export const readSchema = (): string => readFileSync(fromRoot(schemaFile), "utf8");
