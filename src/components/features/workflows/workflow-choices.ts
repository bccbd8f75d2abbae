/** The query of what a picker offers before anything is typed. */
export const workflowChoicesInput = { limit: 20 };
