/** What a new workflow starts with: it is complete, so that it can be activated and triggered at once. */
export const starterNodes = [
  { id: "start", type: "trigger", config: {} },
  { id: "note", type: "log", config: { message: "Received {{ trigger }}", level: "info" } },
];

export const starterEdges = [{ source: "start", target: "note" }];
