import { closeWebProcess, endStreams } from "./web-process";

/** Next stops by itself once every request is answered; a browser that keeps one open must not hold it for ever. */
const deadlineMilliseconds = 5_000;
/** What does not close by then is closed by the end of the process. */
const closingMilliseconds = 1_000;

export function stopOnSignals(): void {
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, stopInTime);
}

function stopInTime(): void {
  endStreams();
  const exit = () => process.exit(0);
  setTimeout(() => {
    setTimeout(exit, closingMilliseconds);
    closeWebProcess().then(exit, exit);
  }, deadlineMilliseconds).unref();
}
