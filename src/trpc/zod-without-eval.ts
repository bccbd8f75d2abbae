import { config } from "zod/v4/core";

// zod compiles its parsers with `new Function`, which the page's content security policy refuses.
config({ jitless: true });
