import { commandLine, identify, isSameProcess, type ProcessIdentity, parentOf } from "./process-identity";

/** Thrown out of whatever was going on when somebody asked this command to stop. */
export class Stopped extends Error {
  override name = "Stopped";
}

export interface StopRequest {
  /** fires, with a `Stopped`, when this command should end in good order */
  stop: AbortSignal;
  /** fires when somebody asks again, and waiting politely is over */
  hurry: AbortSignal;
}

/** One keystroke can arrive twice: from the terminal and, passed on, from the package runner above us. */
const sameKeystrokeMs = 1_000;

/** From now on signals do not end this process: they fire the request, and so does the end of the runner above us. */
export function listenForStop(): StopRequest {
  const stop = new AbortController();
  const hurry = new AbortController();
  let firstAt = 0;
  const request = () => {
    if (!stop.signal.aborted) {
      firstAt = performance.now();
      stop.abort(new Stopped("Stopped."));
    } else if (performance.now() - firstAt > sameKeystrokeMs) {
      hurry.abort();
    }
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, request);
  // Whoever read our output may be gone (a closed terminal, `| head`); that alone is no reason to break off.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
  watchRunners(request);
  return { stop: stop.signal, hurry: hurry.signal };
}

/**
 * A signal to `npx` alone kills it and its shell, and never reaches us; so we watch the package runners that we were
 * started through, and take the end of one for a signal.
 */
function watchRunners(onEnd: () => void): void {
  const runners = packageRunnersAbove();
  if (runners.length === 0) return;
  const timer = setInterval(() => {
    if (runners.every(isSameProcess)) return;
    clearInterval(timer);
    onEnd();
  }, 300);
  timer.unref();
}

function packageRunnersAbove(): ProcessIdentity[] {
  const isRunner = /^(\S*\/)?(node (\S*\/)?)?(npm|npx|pnpm|pnpx)(-cli)?(\.[cm]?js)?( |$)/;
  const isShellBetween = /^(\S*\/)?(sh|dash|bash) -c /;
  const chain: { identity: ProcessIdentity; runner: boolean }[] = [];
  for (let pid = process.ppid; pid > 1; pid = parentOf(pid) ?? 0) {
    const command = commandLine(pid);
    const shell = isShellBetween.test(command);
    const identity = identify(pid);
    if (!identity || (!shell && !isRunner.test(command))) break;
    chain.push({ identity, runner: !shell });
  }
  // A shell above the outermost runner is whoever started it, and may go its own way (`sh -c "npx … &"`).
  const outermost = chain.findLastIndex(({ runner }) => runner);
  return chain.slice(0, outermost + 1).map(({ identity }) => identity);
}
