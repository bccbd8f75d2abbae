import { generateKey } from "@/vault/keyring";

process.stdout.write(`${generateKey()}\n`);
