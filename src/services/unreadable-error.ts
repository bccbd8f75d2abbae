/** What stands for a stored error that was damaged by hand. */
export const unreadableError = { code: "unknown", message: "The stored error cannot be read." } as const;
