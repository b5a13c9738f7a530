import process from "node:process";
import { app } from "electron";

/** Logs crashes of this process and its children. */
export function logBreaks(log: (line: string) => void): void {
  app.on("render-process-gone", (_event, _contents, { reason, exitCode }) => {
    if (reason !== "clean-exit") log(`page: ${reason}, code ${exitCode}`);
  });
  app.on("child-process-gone", (_event, { type, name, reason, exitCode }) => {
    if (reason !== "clean-exit") log(`${name ?? type}: ${reason}, code ${exitCode}`);
  });
  // Only monitors: doesn't change how the exception is handled.
  if (process.listenerCount("uncaughtExceptionMonitor") > 0) return;
  process.on("uncaughtExceptionMonitor", (error) => log(`main: ${error.stack ?? error.message}`));
}
