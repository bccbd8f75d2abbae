/** Header fields in the order in which they are sent or came; names may repeat. */
export type HeaderList = readonly (readonly [name: string, value: string])[];

/** The first value of a header; names are compared without case. */
export function headerValue(headers: HeaderList, name: string): string | undefined {
  return headers.find(([candidate]) => candidate.toLowerCase() === name)?.[1];
}

export function hasHeader(headers: HeaderList, name: string): boolean {
  return headers.some(([candidate]) => candidate.toLowerCase() === name);
}

/** Lower-case names; a name that came more than once has all of its values, in order, as an array. */
export function headersAsObject(headers: HeaderList): { [name: string]: string | string[] } {
  const values = new Map<string, string | string[]>();
  for (const [name, value] of headers) {
    const key = name.toLowerCase();
    const known = values.get(key);
    if (known === undefined) values.set(key, value);
    else if (Array.isArray(known)) known.push(value);
    else values.set(key, [known, value]);
  }
  return Object.fromEntries(values);
}
