import { once } from "node:events";
import {
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
} from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { StartOrder } from "./keeper-talk.ts";
import { killWhole } from "./kill-whole.ts";
import { run, type Run, untilEnded } from "./run-program.ts";

/** PostgreSQL that is running, or was killed and can be restarted. */
export interface KeptPostgres extends AsyncDisposable {
  /** Folder with its socket, its log and, in `data`, its data. */
  readonly folder: string;
  readonly port: number;
  kill(): Promise<void>;
  restart(): Promise<void>;
}

/**
 * Log messages of a start that can be retried: the previous server's memory still exists, or the port is
 * taken.
 */
const passing = /could not bind|pre-existing shared memory block/;
const attempts = 5;
const startsWithinMs = 60_000;

/**
 * Starts PostgreSQL, by default in a temporary folder that is deleted on disposal. `cancelled` aborts the
 * start. Throws with the end of the log if it doesn't start.
 */
export async function keepPostgres(
  { bin, folder: given, account, settings }: StartOrder,
  cancelled: AbortSignal,
): Promise<KeptPostgres> {
  await using stack = new AsyncDisposableStack();
  const folder = given ?? mkdtempSync(join(homeFor(account), "tidemark-pg-"));
  if (given === null) {
    stack.defer(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  } else mkdirSync(folder, { recursive: true });
  if (account !== null) chownSync(folder, account.uid, account.gid);
  const data = join(folder, "data");
  const logFile = join(folder, "log");

  const begin = (program: string, args: readonly string[]): Run => {
    const log = openSync(logFile, "a");
    try {
      return run(join(bin, program), args, {
        ...account,
        cwd: folder,
        stdio: ["ignore", log, log],
        // Excludes the user's environment, such as PGDATA and the locale.
        env: { PATH: process.env["PATH"], TZ: "UTC" },
      });
    } finally {
      closeSync(log);
    }
  };

  if (!existsSync(join(data, "PG_VERSION"))) {
    mkdirSync(data, { recursive: true, mode: 0o700 });
    if (account !== null) chownSync(data, account.uid, account.gid);
    const made = begin("initdb", ["-D", data, ...initArguments]);
    await untilEnded(made, "SIGTERM", cancelled);
    if (!existsSync(join(data, "PG_VERSION"))) throw new Error(`initdb: ${endOf(logFile)}`);
  }

  /** Starts the server on `port`, or on any free port. */
  const launch = async (
    until: AbortSignal,
    port?: number,
  ): Promise<{ server: Run; port: number }> => {
    for (let attempt = 1; ; attempt++) {
      const chosen = port ?? (await freePort());
      const server = begin("postgres", [
        ...["-D", data],
        ...Object.entries({
          ...settings,
          listen_addresses: "127.0.0.1",
          port: String(chosen),
          unix_socket_directories: folder,
          unix_socket_permissions: "0700",
        }).flatMap(([name, value]) => ["-c", `${name}=${value}`]),
      ]);
      if (await isReady(server, data, until)) return { server, port: chosen };
      const said = endOf(logFile);
      if (attempt === attempts || !passing.test(said)) throw new Error(`postgres: ${said}`);
      await sleep(200);
    }
  };

  const first = await launch(cancelled);
  const { port } = first;
  let { server } = first;
  const restart = async (until: AbortSignal): Promise<void> => {
    if (server.hasEnded) server = (await launch(until, port)).server;
  };
  stack.defer(async () => {
    // A killed server's shared memory is only released by starting it again.
    if (existsSync(join(data, "postmaster.pid"))) {
      await restart(AbortSignal.timeout(startsWithinMs));
    }
    server.signal(given === null ? "SIGQUIT" : "SIGINT");
    await server.ended;
  });
  const held = stack.move();
  return {
    folder,
    port,
    async kill() {
      if (server.hasEnded) return;
      killWhole(server.pid);
      await server.ended;
    },
    restart: () => restart(cancelled),
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  };
}

const initArguments = [
  "--username=tidemark",
  "--encoding=UTF8",
  // Locale C has no trigrams of non-ASCII text. macOS has no C.UTF-8.
  `--locale=${process.platform === "darwin" ? "en_US.UTF-8" : "C.UTF-8"}`,
  // Error messages are parsed here, so they must be English.
  "--lc-messages=C",
  // Only its own account and root can access the socket.
  "--auth-local=trust",
  "--auth-host=scram-sha-256",
  "--no-sync",
];

/**
 * Returns true once the server accepts connections, false if it exited before. Stops it if cancelled or on a
 * timeout.
 */
async function isReady(server: Run, data: string, cancelled: AbortSignal): Promise<boolean> {
  const lastMs = Date.now() + startsWithinMs;
  while (!server.hasEnded) {
    if (cancelled.aborted || Date.now() > lastMs) {
      server.signal("SIGQUIT");
      await server.ended;
      cancelled.throwIfAborted();
    } else if (stateOf(data, server.pid) === "ready") return true;
    else await sleep(20);
  }
  return false;
}

/** Returns the state that `pg_ctl --wait` waits for, from the eighth line of the server's pid file. */
function stateOf(data: string, pid: number): string | undefined {
  const file = join(data, "postmaster.pid");
  const lines = existsSync(file) ? readFileSync(file, "utf8").split("\n") : [];
  return Number(lines[0]) === pid ? lines[7]?.trim() : undefined;
}

function endOf(logFile: string): string {
  return readFileSync(logFile, "utf8").trimEnd().split("\n").slice(-10).join("\n");
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  // An `AddressInfo`, since it listens on an address.
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, "close");
  return port;
}

/** Returns the temporary folder if the account can access it, otherwise /tmp. */
function homeFor(account: StartOrder["account"]): string {
  const home = tmpdir();
  return account === null || isOpenToAll(home) ? home : "/tmp";
}

function isOpenToAll(folder: string): boolean {
  const mayPass = (statSync(folder).mode & 0o001) !== 0;
  return mayPass && (dirname(folder) === folder || isOpenToAll(dirname(folder)));
}
