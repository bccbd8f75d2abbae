/** Hands bytes or a text over as a file, never as a page: whatever it is, it does not run here. */
export function downloadFile(name: string, content: BlobPart): void {
  const address = URL.createObjectURL(new Blob([content], { type: "application/octet-stream" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  // The download has its own hold on the bytes by then.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
