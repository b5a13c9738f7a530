import { copyFile } from "node:fs/promises";
import { join } from "node:path";
import type autocannon from "autocannon";
import {
  corpusNeedles,
  corpusTags,
  type CorpusKind,
  generateMemos,
  readerUsername,
} from "../corpus.ts";
import { type TempFolder, tempFolder } from "../corpus-file.ts";
import { accountPassword, type HttpServer, memosPath, serveFolder } from "../http-server.ts";
import { runLoad } from "../load.ts";
import { quantile } from "../measure.ts";
import type { PostgresCorpora } from "../postgres-corpora.ts";
import { startSubscribers } from "../sync/subscriber-process.ts";

/** Result of one load over all processes together. */
export interface ProcessesRow {
  readonly label: string;
  readonly perSecond: number;
  /** p95 of the slowest process. */
  readonly p95Ms: number;
  /** Processor time per request, of the servers and of PostgreSQL. */
  readonly serverMs: number | null;
  readonly postgresMs: number | null;
}

export interface ProcessesResult {
  readonly processes: number;
  readonly rows: readonly ProcessesRow[];
  /** Milliseconds from a write at one process until a device at the last one was notified. */
  readonly poke: { readonly p50Ms: number; readonly p95Ms: number };
}

const connections = 16;
const owners = 16;
const pokes = 60;

type Requests = readonly autocannon.Request[];

/** Measures several servers over one copy of a corpus, each with its share of sixteen connections. */
export async function measureProcesses(
  corpora: PostgresCorpora,
  {
    kind,
    processes,
    durationS,
  }: { readonly kind: CorpusKind; readonly processes: number; readonly durationS: number },
): Promise<ProcessesResult> {
  await using stack = new AsyncDisposableStack();
  const first = stack.use(await corpora.copy(kind));
  const servers: HttpServer[] = [stack.use(await serveFolder(first))];
  while (servers.length < processes) {
    const folder = stack.use(await besideOf(first));
    servers.push(stack.use(await serveFolder(folder, ["--files", first.path])));
  }
  const [server] = servers;
  if (server === undefined) throw new Error("there is no server");
  const { bearer } = server;
  const names = Array.from({ length: owners }, (_, at) => `owner-${at + 1}`);
  const bearers = await Promise.all(names.map((name) => server.bearerOf(name)));

  const rows: ProcessesRow[] = [];
  for (const [label, requests] of loads(kind, corpora.size, bearers)) {
    const before = await corpora.cpuMs();
    const runs = await Promise.all(
      servers.map((each, at) =>
        runLoad(each, requests, { bearer, durationS, connections: shareOf(processes, at) }),
      ),
    );
    const after = await corpora.cpuMs();
    const perSecond = sum(runs.map((run) => run.perSecond));
    const requestsMade = perSecond * durationS;
    const serverMs = sum(runs.map((run) => (run.cpuMs ?? Number.NaN) * run.perSecond)) / perSecond;
    rows.push({
      label,
      perSecond,
      p95Ms: Math.max(...runs.map((run) => run.p95Ms)),
      serverMs: Number.isNaN(serverMs) ? null : serverMs,
      postgresMs: before === null || after === null ? null : (after - before) / requestsMade,
    });
  }

  const account = { url: servers.at(-1)?.url ?? "", username: readerUsername };
  const poked: number[] = [];
  {
    await using subscribers = await startSubscribers(
      [{ ...account, password: accountPassword }],
      1,
      server.url,
    );
    for (let n = 0; n < pokes; n += 1) poked.push(await subscribers.pokeAll());
  }
  poked.sort((a, b) => a - b);
  const poke = { p50Ms: quantile(poked, 0.5), p95Ms: quantile(poked, 0.95) };
  return { processes, rows, poke };
}

function loads(kind: CorpusKind, size: number, bearers: readonly string[]): [string, Requests][] {
  const own = generateMemos(kind, size).filter(
    ({ creator }) => creator === `users/${readerUsername}`,
  );
  const some = own.take(20_000).toArray();
  const every = Math.ceil(some.length / 500);
  const texts = some.filter((_, index) => index % every === 0);
  const makes = texts.map(({ content }): autocannon.Request => ({
    method: "POST",
    path: "/api/v1/memos",
    body: JSON.stringify({ content }),
  }));
  const get = (path: string): Requests => [{ path }];
  return [
    ["memo by id", texts.map(({ id }) => ({ path: `/api/v1/memos/${id}` }))],
    ["list of 50", get(memosPath(""))],
    ["tag", get(memosPath(`"${corpusTags.common}" in tags`))],
    ["text", get(memosPath(`content.contains("${corpusNeedles.rare}")`))],
    ["create, one owner", makes],
    [
      `create, ${owners} owners`,
      makes.map((make, at) => ({
        ...make,
        headers: {
          authorization: `Bearer ${bearers[at % bearers.length]}`,
          "content-type": "application/json",
        },
      })),
    ],
  ];
}

/** Creates the folder of another process over the same database, with the same key. */
async function besideOf(first: TempFolder): Promise<TempFolder> {
  const folder = await tempFolder();
  await copyFile(join(first.path, "secret.key"), join(folder.path, "secret.key"));
  return { ...folder, databaseUrl: first.databaseUrl };
}

/** Returns the share of one process in sixteen connections. */
function shareOf(processes: number, at: number): number {
  return Math.floor(connections / processes) + (at < connections % processes ? 1 : 0);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}
