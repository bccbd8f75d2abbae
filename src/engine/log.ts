import { type Logger, pino } from "pino";

/** One JSON object a line, on standard output: what every process writes. An error goes under the key `error`. */
export function createLogger(level: string, base: Record<string, string>): Logger {
  return pino({
    level,
    base,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    serializers: { error: pino.stdSerializers.err },
  });
}

/** Where the engine tells what an operator should know; pino's shape. */
export interface EngineLog {
  debug(data: object, message: string): void;
  info(data: object, message: string): void;
  warn(data: object, message: string): void;
  error(data: object, message: string): void;
}

export const silentLog: EngineLog = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};
