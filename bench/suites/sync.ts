import { once } from "node:events";
import { createGzip } from "node:zlib";
import { openSqliteConnection } from "../../packages/db/src/dialect/node/open-connection.ts";
import type { Corpora } from "../corpus-file.ts";
import { readerUsername } from "../corpus.ts";
import { accountPassword, type HttpServer, startHttpServer } from "../http-server.ts";
import type { BenchCase, Unit } from "../measure.ts";
import { readProcessUse, reportsProcessUse } from "../server-process.ts";
import { sharedRun } from "../shared-run.ts";
import type { Suite } from "../suite.ts";
import type { Account, FirstSync } from "../sync/device-calls.ts";
import { startDevice } from "../sync/device-process.ts";
import { mostIdleRequests } from "../sync/idle-requests.ts";
import { startSubscribers } from "../sync/subscriber-process.ts";

// Waits of devices: a server process with 100,000 memos of about 800 characters and one owner, and device
// processes on the same machine, over real HTTP.

const operations = 10_000;
/** Devices of 20 accounts, because a server limits the streams of one account. */
const devices = { accounts: 20, each: 10 };

export const sync: Suite = {
  name: "sync",
  async open(corpora) {
    const opening = new AsyncDisposableStack();
    const server = lazily(opening, () => startHttpServer(corpora, "long-memos"));
    let accounts = 0;
    const newAccount = async (): Promise<Account> => {
      const { url, bearerOf } = await server();
      const username = `bench-${(accounts += 1)}`;
      await bearerOf(username);
      return { url, username, password: accountPassword };
    };
    const pair = lazily(opening, async () => openPair(await newAccount()));
    const cases = [
      ...firstSyncCases(corpora, server),
      single("outbox of 10,000, drained", "s", 20, 2, async () => {
        await using device = await startDevice();
        await device.connect(await newAccount());
        await device.fillOutbox(operations);
        return (await device.drain()) / 1000;
      }),
      {
        label: "an edit, from key to the other's screen",
        unit: "ms",
        goal: 400,
        samples: 20,
        warmUps: 3,
        sample: async () => (await pair()).typeOnce(),
      } satisfies BenchCase,
      ...connectedCases(corpora),
      single("requests of an idle device in 5 minutes", "n", 1, 1, mostIdleRequests),
    ];
    return { cases, [Symbol.asyncDispose]: () => opening.disposeAsync() };
  },
};

interface FirstRun extends FirstSync {
  /** Bytes of the reader's rows as JSON, compressed in one piece. */
  readonly rowBytes: number;
  readonly serverCpuMs: number;
}

function firstSyncCases(corpora: Corpora, server: () => Promise<HttpServer>): BenchCase[] {
  const run = sharedRun(async (): Promise<FirstRun> => {
    const { url, pid, databaseFile } = await server();
    await using device = await startDevice();
    const before = await cpuOf(pid);
    const account = { url, username: readerUsername, password: accountPassword };
    const first = await device.firstSync(account, corpora.size);
    const serverCpuMs = (await cpuOf(pid)) - before;
    return { ...first, serverCpuMs, rowBytes: await compressedRows(databaseFile) };
  });
  const of = (label: string, unit: Unit, goal: number | null, pick: (run: FirstRun) => number) =>
    single(`first sync: ${label}`, unit, goal, 2, async () => pick(await run(label)));
  return [
    of("newest 200 usable", "s", 1, ({ usableMs }) => usableMs / 1000),
    of("every row listed and found", "s", 15, ({ completeMs }) => completeMs / 1000),
    of("text indexes complete", "s", 28, ({ indexedMs }) => indexedMs / 1000),
    of("a search before they are", "ms", null, ({ searchMs }) => searchMs),
    of("the wire over its rows", "×", 1.15, ({ wireBytes, rowBytes }) => wireBytes / rowBytes),
    of("a write meanwhile, p95", "ms", 50, ({ writesMs }) => quantile(writesMs, 0.95)),
    of("a write meanwhile, longest", "ms", null, ({ writesMs }) => Math.max(...writesMs)),
    of("processor of the device", "s", null, ({ cpuMs }) => cpuMs / 1000),
    ...(reportsProcessUse
      ? [of("processor of the server", "s", null, ({ serverCpuMs }) => serverCpuMs / 1000)]
      : []),
  ];
}

/** Creates cases with a new server, whose memory isn't affected by earlier work. */
function connectedCases(corpora: Corpora): BenchCase[] {
  const run = sharedRun(async () => {
    await using server = await startHttpServer(corpora, "long-memos");
    const { url } = server;
    const reader = { url, username: readerUsername, password: accountPassword };
    const others: Account[] = [];
    while (others.length < devices.accounts - 1) {
      const username = `bench-${others.length}`;
      await server.bearerOf(username);
      others.push({ url, username, password: accountPassword });
    }
    await using subscribers = await startSubscribers([reader, ...others], devices.each);
    const pokedMs: number[] = [];
    for (let written = 0; written < 10; written += 1) pokedMs.push(await subscribers.pokeAll());
    return { pokedMs: quantile(pokedMs, 0.5), memoryMB: await residentOf(server.pid) };
  });
  return [
    single(
      "200 devices: all poked after a write",
      "ms",
      1000,
      2,
      async () => (await run("poked")).pokedMs,
    ),
    ...(reportsProcessUse
      ? [
          single(
            "200 devices: memory of the server",
            "MB",
            400,
            2,
            async () => (await run("memory")).memoryMB,
          ),
        ]
      : []),
  ];
}

/** Opens two devices of one account with an editor on the same memo. */
async function openPair(account: Account) {
  await using opening = new AsyncDisposableStack();
  const first = opening.use(await startDevice());
  const second = opening.use(await startDevice());
  await first.connect(account);
  const id = await first.write("A memo on two devices.\n");
  await second.connect(account);
  await first.edit(id);
  await second.edit(id);
  let typed = 0;
  const held = opening.move();
  return {
    async typeOnce(): Promise<number> {
      const word = ` word-${(typed += 1)}.`;
      const seen = second.whenSeen(word);
      const typedMs = await first.type(word);
      return (await seen) - typedMs;
    },
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  };
}

function single(
  label: string,
  unit: Unit,
  goal: number | null,
  rounds: number,
  sample: BenchCase["sample"],
): BenchCase {
  return { label, unit, goal, rounds, samples: 1, warmUps: 0, sample };
}

/** Opens a resource on first use; the stack closes it. */
function lazily<T extends AsyncDisposable>(
  stack: AsyncDisposableStack,
  open: () => Promise<T>,
): () => Promise<T> {
  let opened: Promise<T> | null = null;
  return () => {
    opened ??= open().then((value) => stack.use(value));
    return opened;
  };
}

/**
 * Returns the compressed size (level 6) of the memos' stored columns without derived ones, as lines of JSON.
 */
async function compressedRows(databaseFile: string): Promise<number> {
  const connection = openSqliteConnection({ file: databaseFile, readonly: true });
  try {
    const gzip = createGzip();
    let bytes = 0;
    gzip.on("data", (chunk: Buffer) => (bytes += chunk.length));
    const rows = connection.each<object>(
      `SELECT id, creator, parent, state, visibility, pinned, space, deleted_ms, latitude, longitude,
         place, created_ms, updated_ms, seq, gen, stamps, extra, content
       FROM memo WHERE creator = ? ORDER BY seq DESC`,
      [`users/${readerUsername}`],
    );
    for (const row of rows) {
      if (!gzip.write(`${JSON.stringify(row)}\n`)) await once(gzip, "drain");
    }
    gzip.end();
    await once(gzip, "end");
    return bytes;
  } finally {
    connection.close();
  }
}

async function cpuOf(pid: number): Promise<number> {
  return reportsProcessUse ? (await readProcessUse(pid)).cpuMs : 0;
}

async function residentOf(pid: number): Promise<number> {
  return (await readProcessUse(pid)).residentMB;
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
