/** There is room for the tools above and below. */
export const fitOptions = {
  padding: { top: "56px", left: "24px", right: "24px", bottom: "56px" },
  maxZoom: 1,
  minZoom: 0.05,
} as const;
