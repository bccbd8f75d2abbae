/** `usual`: part of a run that says nothing of `--only`, which takes the names in small letters. */
export const workloadNames = [
  { name: "limit", title: "claim a batch, finish it, enqueue what follows, in plain SQL", usual: true },
  { name: "W1", title: "one worker drains a queue", usual: true },
  { name: "W2", title: "one run at a time, from the call to succeeded", usual: true },
  { name: "W3", title: "one step fans out, from the call to succeeded", usual: true },
  { name: "W4", title: "50 connections start runs over REST, one worker beside the web server", usual: false },
  { name: "W5", title: "HTTP steps against a local server", usual: true },
  { name: "W6", title: "a long history, an old snapshot, slow commits, a queue in front", usual: false },
  { name: "W7", title: "several workers, and one with nothing to do", usual: false },
  { name: "W8", title: "what pages ask of the web server: a list of 1,000,000 runs, a run of 500 steps", usual: false },
] as const;

export type WorkloadName = (typeof workloadNames)[number]["name"];
