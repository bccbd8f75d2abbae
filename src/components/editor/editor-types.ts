/** A place in the text: an offset, or a path like `nodes.2.config` that is looked up in the text as it stands. */
export type EditorPlace = { offset: number } | { path: string };

/** A problem with its place in the editor's text. */
export interface PlacedProblem {
  place: EditorPlace;
  message: string;
}

/** Something to be said at a place: in the gutter, under the text, and to those who listen. */
export interface EditorMark extends PlacedProblem {
  severity: "error" | "warning";
}

/** What a page can ask of a mounted editor. */
export interface EditorHandle {
  /** selects the place, scrolls it into view and takes the focus there */
  reveal(place: EditorPlace): void;
}

export interface CodeEditorProps {
  /** names the editor for those who cannot see its surroundings */
  label: string;
  value: string;
  onChange?: (value: string) => void;
  readOnly?: boolean;
  marks?: readonly EditorMark[];
  onReady?: (handle: EditorHandle) => void;
  autoFocus?: boolean;
}
