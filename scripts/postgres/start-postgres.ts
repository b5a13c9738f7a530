import { type ChildProcess, execFileSync, fork } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { join } from "node:path";
import { Client } from "pg";
import { isRoot } from "../debian-packages.ts";
import { type Databases, openDatabases } from "./databases.ts";
import { findPostgres } from "./find-postgres.ts";
import { postgresInstallCommand } from "./install-postgres.ts";
import { answerSchema, type Order, type StartOrder } from "./keeper-talk.ts";

export interface PostgresOptions {
  /**
   * Folder of its files, which are kept after stopping. It is created if necessary, and owned by PostgreSQL's
   * account. By default a temporary folder, which is deleted.
   */
  readonly folder?: string;
  /**
   * Makes every commit wait for the disk, as in production: for tests that kill the server, and for
   * benchmarks.
   */
  readonly durable?: boolean;
  /** Additional settings of postgresql.conf. */
  readonly settings?: Readonly<Record<string, string>>;
}

/** PostgreSQL for one starter, on loopback. It stops when its starter exits. */
export interface TestPostgres extends AsyncDisposable {
  /** URL of a superuser: `postgres://tidemark:…@127.0.0.1:port/postgres`. */
  readonly url: string;
  readonly port: number;
  /** Folder with `pg_dump`, `psql` and the other programs. */
  readonly bin: string;
  /** Folder with its socket, where `tidemark` needs no password, and its `log`. */
  readonly folder: string;
  readonly databases: Databases;
  /** Kills all of its processes with SIGKILL, like the kernel when memory runs out. */
  kill(): Promise<void>;
  /** Restarts it after `kill`, at the same address. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts a PostgreSQL in about two seconds. Throws if none is installed, it doesn't start, or its locale has
 * no trigrams of non-ASCII text.
 */
export async function startPostgres(options: PostgresOptions = {}): Promise<TestPostgres> {
  const bin = findPostgres();
  if (bin === undefined) throw new Error(`There is no PostgreSQL: ${postgresInstallCommand()}`);
  await using stack = new AsyncDisposableStack();
  const keeper = stack.adopt(startKeeper(), stopKeeper);
  const { folder, port } = await giveOrder(keeper, {
    order: "start",
    bin,
    folder: options.folder ?? null,
    account: unprivileged(),
    settings: {
      ...testSettings,
      ...(options.durable === true ? {} : hastySettings),
      ...options.settings,
    },
  });
  const password = randomBytes(16).toString("hex");
  await prepare({ host: folder, port }, password);
  const url = `postgres://tidemark:${password}@127.0.0.1:${port}/postgres`;
  const databases = stack.adopt(openDatabases(url), (open) => open.close());
  const held = stack.move();
  return {
    url,
    port,
    bin,
    folder,
    databases,
    async kill() {
      await giveOrder(keeper, { order: "kill" });
    },
    async restart() {
      await giveOrder(keeper, { order: "restart" });
    },
    stop: () => held.disposeAsync(),
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  };
}

const testSettings = {
  shared_buffers: "64MB",
  max_connections: "200",
};

/**
 * Settings without durability: nothing is needed after a crash. The WAL is small, since it may be in memory.
 */
const hastySettings = { fsync: "off", full_page_writes: "off", max_wal_size: "256MB" };

/** Sets the superuser's password, and checks the requirements of the search. */
async function prepare(at: { host: string; port: number }, password: string): Promise<void> {
  const client = new Client({ ...at, user: "tidemark", database: "postgres", ssl: false });
  await client.connect();
  try {
    await client.query(`ALTER ROLE tidemark PASSWORD '${password}'`);
    await client.query("BEGIN");
    await client.query("CREATE EXTENSION IF NOT EXISTS pg_trgm");
    const { rowCount } = await client.query("SELECT unnest(show_trgm('東京'))");
    await client.query("ROLLBACK");
    if (rowCount === 0) throw new Error("This PostgreSQL's locale has no trigrams of 東京.");
  } finally {
    await client.end();
  }
}

function startKeeper(): ChildProcess {
  return fork(join(import.meta.dirname, "keeper.ts"), [], {
    // Detached, so a signal to the terminal's process group leaves it time to stop PostgreSQL.
    detached: true,
    execArgv: [],
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
}

async function stopKeeper(keeper: ChildProcess): Promise<void> {
  if (hasEnded(keeper)) return;
  const ended = once(keeper, "exit");
  keeper.ref();
  // If the keeper is already exiting, the message is lost, which is fine.
  if (keeper.connected) keeper.send({ order: "stop" } satisfies Order, () => undefined);
  await ended;
}

/** Sends an order and returns its answer. Between orders, the keeper doesn't keep its starter running. */
async function giveOrder(
  keeper: ChildProcess,
  order: Order,
): Promise<{ folder: string; port: number }> {
  if (hasEnded(keeper)) throw new Error("PostgreSQL was stopped.");
  const said = Promise.withResolvers<unknown>();
  const lost = (): void => said.reject(new Error("The keeper of PostgreSQL ended."));
  keeper.ref();
  keeper.channel?.ref();
  keeper.once("message", said.resolve).once("exit", lost).once("error", said.reject);
  try {
    keeper.send(order);
    const answer = answerSchema.parse(await said.promise);
    if ("failed" in answer) throw new Error(answer.failed);
    return answer;
  } finally {
    keeper.off("message", said.resolve).off("exit", lost).off("error", said.reject);
    keeper.unref();
    keeper.channel?.unref();
  }
}

function hasEnded({ pid, exitCode, signalCode }: ChildProcess): boolean {
  return pid === undefined || exitCode !== null || signalCode !== null;
}

/**
 * Returns the account for PostgreSQL, which refuses to run as root: Debian's `postgres`, or `nobody`. `null`
 * if this process isn't root.
 */
function unprivileged(): StartOrder["account"] {
  if (!isRoot()) return null;
  const [account] = ["postgres", "nobody"].flatMap((name) => idsOf(name) ?? []);
  if (account === undefined) throw new Error("There is no account that PostgreSQL may run as.");
  return account;
}

function idsOf(name: string): StartOrder["account"] {
  const id = (what: "-u" | "-g"): number =>
    Number(execFileSync("id", [what, name], { stdio: ["ignore", "pipe", "ignore"] }));
  try {
    return { uid: id("-u"), gid: id("-g") };
  } catch {
    return null;
  }
}
