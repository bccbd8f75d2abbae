import superjson from "superjson";
import { JsonText } from "@/core/json";

/**
 * superjson, taught to carry user data as text. A payload never goes through superjson as a value: it would round big
 * numbers and refuse keys such as `constructor`.
 */
superjson.registerCustom<JsonText, string>(
  {
    isApplicable: (value): value is JsonText => value instanceof JsonText,
    serialize: (value) => value.text,
    deserialize(text: unknown) {
      if (typeof text !== "string") throw new TypeError("JSON that travels as a text is a text.");
      return new JsonText(text);
    },
  },
  "json-text",
);

export const transformer = superjson;
