import { JsonError, parseJson } from "./json";
import type { Template, TemplateExpression } from "./template";

/**
 * The template of a text that is JSON around its `{{ … }}`, as `{"name": "{{ trigger.name }}"}`, made so that it stays
 * JSON whatever the values hold: in quotes a value's text is escaped, elsewhere a value is put in as JSON. Any other
 * template is given back as it is.
 */
export function keepJson(template: Template): Template {
  const [first] = template.parts;
  if (typeof first !== "string" || !/^\s*[[{]/.test(first)) return template;
  const parts: (string | TemplateExpression)[] = [];
  let sample = "";
  let inQuotes = false;
  for (const part of template.parts) {
    if (typeof part === "string") {
      inQuotes = endsInQuotes(part, inQuotes);
      sample += part;
      parts.push(part);
    } else {
      // Of all values null is the one that nothing can touch: 1null, nullnull and -null are no JSON.
      sample += inQuotes ? "x" : "null";
      parts.push({ ...part, within: inQuotes ? "json-string" : "json-value" });
    }
  }
  return isJson(sample) ? { ...template, parts } : template;
}

function endsInQuotes(text: string, startsInQuotes: boolean): boolean {
  let inQuotes = startsInQuotes;
  for (let index = 0; index < text.length; index++) {
    const character = text.charAt(index);
    if (character === '"') inQuotes = !inQuotes;
    else if (character === "\\" && inQuotes) index++;
  }
  return inQuotes;
}

function isJson(text: string): boolean {
  try {
    parseJson(text);
    return true;
  } catch (error) {
    if (error instanceof JsonError) return false;
    throw error;
  }
}
