/** The query of the list; server and browser must ask the same, or the page loads twice. */
export const userListInput = { limit: 100 };
