/** Enough of a run's id to tell it from its neighbours: ids begin with their time, and end with chance. */
export function shortId(id: string): string {
  return id.slice(-8);
}
