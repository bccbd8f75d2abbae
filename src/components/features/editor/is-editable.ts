/** Whether keys pressed there belong to a text: then Backspace, arrows and shortcuts are its own. */
export function isEditable(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || target.closest("input, textarea, select, [contenteditable=true]") !== null;
}

/** Whether a dialog or menu lies above the page, which then takes no shortcuts. */
export function isCovered(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest("[role=dialog], [role=alertdialog], [role=menu], [role=listbox]") !== null
  );
}
