const mostSteps = 200;

/** Every state of something that is edited, before and after the present one. */
export interface EditHistory<State> {
  past: readonly State[];
  present: State;
  future: readonly State[];
  /** what the latest change was made in; another change in the same place belongs to the same step */
  step: string | undefined;
}

export function startHistory<State>(present: State): EditHistory<State> {
  return { past: [], present, future: [], step: undefined };
}

/** A change. With the name of a step it joins the change before, if that was of the same step: typing in one field is one. */
export function recordEdit<State>(history: EditHistory<State>, present: State, step?: string): EditHistory<State> {
  if (step !== undefined && step === history.step) return { ...history, present, future: [] };
  return { past: [...history.past.slice(1 - mostSteps), history.present], present, future: [], step };
}

/** What is changed from now on is another step, even in the same field. */
export function endStep<State>(history: EditHistory<State>): EditHistory<State> {
  return history.step === undefined ? history : { ...history, step: undefined };
}

export function undoEdit<State>(history: EditHistory<State>): EditHistory<State> {
  const before = history.past.at(-1);
  if (before === undefined) return history;
  return {
    past: history.past.slice(0, -1),
    present: before,
    future: [history.present, ...history.future],
    step: undefined,
  };
}

export function redoEdit<State>(history: EditHistory<State>): EditHistory<State> {
  const [next, ...future] = history.future;
  if (next === undefined) return history;
  return { past: [...history.past, history.present], present: next, future, step: undefined };
}
