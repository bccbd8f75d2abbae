/** What people call a thing, as a file's name. */
export function fileName(words: string): string {
  return words.replaceAll(/[^\w-]+/g, "-").replaceAll(/^-+|-+$/g, "");
}
