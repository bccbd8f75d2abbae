/** Marks what lies above the page and takes the keys until it closes: dialogs and menus, but no hints and no toasts. */
export const openLayer = { "data-layer": "" } as const;

/** Menus lie beside the page's landmarks; so they are one, and nothing is outside of all. (Dialogs need none.) */
export const layerRegion = { role: "region", "aria-label": "Choices" } as const;

export function isLayerOpen(): boolean {
  return document.querySelector("[data-layer]") !== null;
}
