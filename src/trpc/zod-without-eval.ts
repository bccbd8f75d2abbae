// zod compiles its parsers with `new Function`, which the page's content security policy refuses. It is told so where it
// keeps its settings, and not through its own `config`, which would bring a part of zod to pages that use none of it. The
// server renders pages with the same module, and keeps what is compiled: it has no such policy, and checks every answer.
if (typeof window !== "undefined") {
  const settings = globalThis as typeof globalThis & { __zod_globalConfig?: { jitless?: boolean } };
  settings.__zod_globalConfig = Object.assign(settings.__zod_globalConfig ?? {}, { jitless: true });
}

export {};
