import { type Logger, pino } from "pino";

/** One JSON object a line, on standard output. */
export function createLogger(level: string): Logger {
  return pino({
    level,
    base: { service: "web" },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
  });
}
