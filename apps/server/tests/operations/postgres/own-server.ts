import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { type Config, readConfig } from "../../../src/cli/config.ts";
import { type RunningServer, type StartOptions, startServer } from "../../../src/start-server.ts";
import type { StartError } from "../../../src/start/start-error.ts";
import { password } from "../../http-server.ts";

/** Servers that are started like the program, in folders of one test. */
export interface OwnServers extends AsyncDisposable {
  readonly dir: string;
  /** Log lines of all servers. */
  readonly log: string[];
  /** Starts a server on a free port, with the administrator `alice`. */
  start(args: readonly string[], options?: Partial<StartOptions>): Promise<RunningServer>;
  /** Returns the error of a server that doesn't start. */
  refused(args: readonly string[], options?: Partial<StartOptions>): Promise<StartError>;
}

export function ownServers(): OwnServers {
  const dir = mkdtempSync(join(tmpdir(), "tidemark-start-"));
  const log: string[] = [];
  const logger = pino({ level: "info" }, { write: (line) => log.push(line) });
  const running = new AsyncDisposableStack();
  running.defer(() => rmSync(dir, { recursive: true, force: true }));
  const begin = (args: readonly string[], options: Partial<StartOptions> = {}) =>
    startServer(configOf(args), { version: "1.2.3", logger, ...options });
  return {
    dir,
    log,
    async start(args, options) {
      const started = await begin(args, options);
      if (!started.ok) throw new Error(started.error.message);
      return running.use(started.value);
    },
    async refused(args, options) {
      const started = await begin(args, options);
      if (started.ok) {
        running.use(started.value);
        throw new Error("it started");
      }
      return started.error;
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

function configOf(args: readonly string[]): Config {
  const account = ["--admin-username", "alice", "--admin-password", password];
  const config = readConfig(["--port", "0", "--rate-limit", "0", ...account, ...args], "1.2.3");
  if (!config.ok) throw new Error(JSON.stringify(config.error));
  return config.value;
}
