import { describe, expect, it } from "vitest";
import { endStep, recordEdit, redoEdit, startHistory, undoEdit } from "./edit-history";

describe("an edit's history", () => {
  it("goes back and forth, and forgets what was undone once something else is done", () => {
    let history = recordEdit(recordEdit(startHistory("a"), "b"), "c");
    history = undoEdit(history);
    expect(history.present).toBe("b");
    expect(redoEdit(history).present).toBe("c");
    history = recordEdit(history, "d");
    expect(redoEdit(history)).toBe(history);
    expect(undoEdit(undoEdit(history)).present).toBe("a");
    expect(undoEdit(undoEdit(undoEdit(history))).present).toBe("a");
  });

  it("takes typing in one field as one step, until the field is left", () => {
    let history = startHistory("");
    for (const text of ["o", "on", "one"]) history = recordEdit(history, text, "name");
    expect(undoEdit(history).present).toBe("");
    history = recordEdit(endStep(history), "one more", "name");
    expect(undoEdit(history).present).toBe("one");
    expect(undoEdit(recordEdit(history, "other", "description")).present).toBe("one more");
  });

  it("does not join a change to one that was undone", () => {
    const undone = undoEdit(recordEdit(recordEdit(startHistory(""), "a", "x"), "b", "y"));
    expect(undone.present).toBe("a");
    expect(undoEdit(recordEdit(undone, "c", "y")).present).toBe("a");
  });

  it("keeps a bounded number of steps", () => {
    let history = startHistory(0);
    for (let number = 1; number <= 1_000; number++) history = recordEdit(history, number);
    expect(history.past).toHaveLength(200);
  });
});
