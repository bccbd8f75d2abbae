// Preloaded into programs that know nothing of their supervisor: when it is gone, the channel to it closes, and the
// program is asked to end as if by hand. The channel itself never keeps it alive.
if (process.channel) {
  process.on("disconnect", () => process.kill(process.pid, "SIGTERM"));
  process.channel.unref();
}
