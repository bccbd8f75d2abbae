/** Our own descriptions: plain text with `code` in it. */
export function Prose({ text }: { text: string }) {
  return text.split("`").map((part, index) =>
    index % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a fixed text
      <code key={index} className="rounded-sm bg-hover px-1 py-px font-mono text-[0.92em] break-words">
        {part}
      </code>
    ) : (
      part
    ),
  );
}
