/** Who did it, in few words: people by their e-mail address, all others as they are recorded. */
export function actorName(actor: string): string {
  return actor.replace(/^user:/, "");
}
