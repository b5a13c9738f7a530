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
   * Where its files are, and stay when it has stopped; made where there is none, and given to the account
   * that PostgreSQL runs as. Otherwise a temporary folder, removed then.
   */
  readonly folder?: string;
  /** Every commit waits for the disk, as in use: for tests that kill it, and for benchmarks. */
  readonly durable?: boolean;
  /** More of what postgresql.conf knows. */
  readonly settings?: Readonly<Record<string, string>>;
}

/** A PostgreSQL of its starter's own, on loopback, which ends with its starter. */
export interface TestPostgres extends AsyncDisposable {
  /** `postgres://tidemark:…@127.0.0.1:port/postgres`, of a superuser. */
  readonly url: string;
  readonly port: number;
  /** The folder with `pg_dump`, `psql` and the others. */
  readonly bin: string;
  /** Holds its socket, at which `tidemark` needs no password, and its `log`. */
  readonly folder: string;
  readonly databases: Databases;
  /** SIGKILL for all of its processes, as when the machine's memory runs out. */
  kill(): Promise<void>;
  /** Starts it again after that, at the same address. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts one, in about two seconds. Throws where there is none, where it does not start, and where it
 * has no trigrams of what is not ASCII.
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

/** Nothing of it is needed once its machine has failed. It may be kept in memory, where room is dear. */
const hastySettings = { fsync: "off", full_page_writes: "off", max_wal_size: "256MB" };

/** Gives the superuser a password, and looks for what the search needs. */
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
    // A signal for the terminal's whole group must leave it the time to end PostgreSQL.
    detached: true,
    execArgv: [],
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
}

async function stopKeeper(keeper: ChildProcess): Promise<void> {
  if (hasEnded(keeper)) return;
  const ended = once(keeper, "exit");
  keeper.ref();
  // One that is ending already hears nothing, which is no fault.
  if (keeper.connected) keeper.send({ order: "stop" } satisfies Order, () => undefined);
  await ended;
}

/** The answer to one order. In between, the keeper keeps no starter from ending. */
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

/** PostgreSQL refuses to run as root: the account that Debian made for it, or one that may nothing. */
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
