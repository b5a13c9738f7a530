import { resolve } from "node:path";
import { Command, CommanderError, InvalidArgumentError } from "commander";
import { defaultDataDir } from "../host/default-data-dir.ts";
import { StartRefused } from "./refused/start-refused.ts";

export interface StartOptions {
  readonly isBrowser: boolean;
  /** Absolute. */
  readonly dataDir: string;
  /** Port to listen on; 0 for any free one. */
  readonly port: number;
}

/** Fixed, so the page keeps its origin, and with it its settings, across starts. */
export const defaultPort = 5390;

/**
 * Parses the arguments after `node start.ts`. Returns null if help was requested and printed. Throws
 * StartRefused for invalid arguments.
 */
export function parseStartOptions(args: readonly string[]): StartOptions | null {
  const command = new Command("npm start --")
    .description("Starts Tidemark in a window, or in a browser where there is no Electron.")
    .option("--browser", "serve the app to a browser on this machine", false)
    .option("--data <folder>", "where the memos are kept", defaultDataDir())
    .option("--port <number>", "port for the browser, 0 for any free one", parsePort, defaultPort)
    .allowExcessArguments(false)
    .exitOverride()
    .configureOutput({ writeErr: () => undefined });
  try {
    command.parse(args, { from: "user" });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return null;
    throw new StartRefused(error.message.replace(/^error: /, "").replaceAll("\n", " "));
  }
  const { browser, data, port } = command.opts<{ browser: boolean; data: string; port: number }>();
  if (data === "") throw new StartRefused("--data names no folder");
  return { isBrowser: browser, dataDir: resolve(data), port };
}

export function parsePort(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65535) {
    throw new InvalidArgumentError("It is no number from 0 to 65535.");
  }
  return port;
}
