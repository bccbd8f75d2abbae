// Preloaded into the programs that a supervisor starts: when it is gone, the channel to it closes, and the program is
// asked to end as if by hand, unless it has arranged for that itself. The channel alone never keeps it alive. The mark
// is for the program that was started, not for helpers that it forks with the same arguments: they have a channel too,
// to somebody else.
if (process.env.SUPERVISED_CHILD) {
  delete process.env.SUPERVISED_CHILD;
  process.on("disconnect", () => {
    if (process.listenerCount("disconnect") === 1) process.kill(process.pid, "SIGTERM");
  });
  process.channel?.unref();
}
