import type { LoggerOptions } from "pino";

/** Line of the log, without its details. */
export interface Warning {
  readonly atMs: number;
  readonly level: "warn" | "error" | "fatal";
  readonly message: string;
}

/** Newest warnings and errors that a logger wrote. */
export interface RecentWarnings {
  /** Option of the logger that notes them. */
  readonly hooks: NonNullable<LoggerOptions["hooks"]>;
  /** Returns them, oldest first. */
  list(): readonly Warning[];
}

/** Number of warnings that are stored. */
const limit = 100;
/** Maximum length of a message in characters. */
const messageLength = 500;

export function createRecentWarnings(nowMs: () => number = Date.now): RecentWarnings {
  const warnings: Warning[] = [];
  return {
    hooks: {
      logMethod(args, method, level) {
        if (level >= 40) {
          const found: unknown = args.find((arg: unknown) => typeof arg === "string");
          const message = typeof found === "string" ? found.slice(0, messageLength) : "";
          const name = level >= 60 ? "fatal" : level >= 50 ? "error" : "warn";
          warnings.push({ atMs: nowMs(), level: name, message });
          if (warnings.length > limit) warnings.shift();
        }
        method.apply(this, args);
      },
    },
    list: () => [...warnings],
  };
}
