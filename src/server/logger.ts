import type { Logger } from "pino";
import { createLogger } from "@/engine/log";

export const createWebLogger = (level: string): Logger => createLogger(level, { service: "web" });
