/** Tells waiting workers, of every process, that there may be something to claim. Never blocks, never throws. */
export interface Wake {
  notify(): void;
  /**
   * For a statement that is about to be sent, and can carry the notice itself (`noticeInStatement`).
   * @returns to be called when it has been answered, or has failed; undefined: it is not to carry one
   */
  carry(): (() => void) | undefined;
}
