interface Scope {
  window?: unknown;
  __zod_globalConfig?: object;
}

/**
 * zod compiles its parsers with `new Function`, which the page's content security policy refuses. It is told so where it
 * keeps its settings, and not through its own `config`, which would bring a part of zod to pages that use none of it. The
 * server renders pages with the same modules, has no such policy, and goes on compiling.
 */
export function compileNothingInBrowser(scope: Scope): void {
  if (scope.window === undefined) return;
  scope.__zod_globalConfig = Object.assign(scope.__zod_globalConfig ?? {}, { jitless: true });
}

// Before the first schema is made, so it is no business of whoever imports this.
compileNothingInBrowser(globalThis);
