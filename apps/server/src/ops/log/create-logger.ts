import { type Logger, type LoggerOptions, pino } from "pino";
import type { MonitoringConfig } from "../../cli/monitoring-options.ts";
import { textLine } from "./text-line.ts";

/** Creates a logger to standard error, since standard output has only documented output. */
export function createLogger(
  format: MonitoringConfig["logFormat"],
  hooks: NonNullable<LoggerOptions["hooks"]> = {},
): Logger {
  const destination = pino.destination(2);
  const options = {
    hooks,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (level: string) => ({ level }) },
  };
  if (format === "json") return pino(options, destination);
  return pino(options, { write: (line) => destination.write(textLine(line)) });
}
