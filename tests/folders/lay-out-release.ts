import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { vi } from "vitest";
import { openSqliteConnection } from "../../packages/db/src/dialect/node/open-connection.ts";
import { rowsOf } from "../../packages/db/tests/temp-database.ts";
import { type Host, openHost } from "../../apps/desktop/src/host/open-host.ts";
import type { RunningServer } from "../../apps/server/src/start-server.ts";
import { serveHere } from "../system/in-process-server.ts";
import { layOut } from "./kept-folder.ts";
import type { ByAccount, Manifest, Release } from "./manifest.ts";
import { readServer, type ServerView } from "./read-server.ts";

const minuteMs = 60_000;

/** Where nobody listens: the discard port. */
export const nowhere = "http://127.0.0.1:9";

/** Copies of a version's folders, some time after they were closed, and what runs on them. */
export interface LaidOut extends AsyncDisposable {
  readonly manifest: Manifest;
  readonly dir: string;
  /** Starts the server of this version on its folder. */
  serve(): Promise<RunningServer>;
  /** Opens the device of this version on its folder; it takes `url` for the address of its server. */
  openDesk(url: string): Promise<Host>;
  /** A device that has not met anybody. */
  openFresh(): Promise<Host>;
  /** Rows straight from a database. */
  rows<Row>(of: "server" | "device", sql: string): Row[];
}

/**
 * Lays a version's folders out. Until it is disposed the clock shows `laterMs` after they were closed:
 * sessions, uploads and the trash have their times, whenever the tests run.
 */
export function layOutRelease({ manifest, server, device }: Release, laterMs = minuteMs): LaidOut {
  vi.useFakeTimers({
    toFake: ["Date"],
    now: manifest.madeMs + laterMs,
    shouldAdvanceTime: true,
  });
  const dir = mkdtempSync(join(tmpdir(), "tidemark-folders-"));
  const places = { server: join(dir, "server"), device: join(dir, "device") };
  layOut(server, places.server, manifest.madeMs);
  layOut(device, places.device, manifest.madeMs);
  const open: AsyncDisposable[] = [];
  const kept = async (folder: string): Promise<Host> => {
    const host = await openHost({ dir: folder });
    open.push({ [Symbol.asyncDispose]: () => host.close() });
    return host;
  };
  return {
    manifest,
    dir,
    async serve() {
      const running = await serveHere(places.server);
      open.push(running);
      return running;
    },
    async openDesk(url) {
      readdress(join(places.device, "tidemark.db"), url);
      return kept(places.device);
    },
    async openFresh() {
      const fresh = join(dir, "fresh");
      mkdirSync(fresh);
      return kept(fresh);
    },
    rows: (of, sql) => rowsOf(join(places[of], "tidemark.db"), sql),
    async [Symbol.asyncDispose]() {
      for (const each of open.toReversed()) await each[Symbol.asyncDispose]();
      rmSync(dir, { recursive: true, force: true });
      vi.useRealTimers();
    },
  };
}

/** The port that the server had is not to be had again: the device's note of it is put right. */
function readdress(file: string, url: string): void {
  const connection = openSqliteConnection({ file, readonly: false });
  try {
    connection.run("UPDATE meta SET value = ? WHERE key = 'server_url'", [url]);
  } finally {
    connection.close();
  }
}

/** Syncs until nothing waits and nothing more comes. */
export async function untilAtRest(host: Host): Promise<void> {
  await vi.waitFor(
    async () => {
      const { state, error, waiting } = await host.app.syncNow();
      if (waiting > 0 || state !== "synced")
        throw new Error(`${waiting} wait: ${state}, ${JSON.stringify(error)}`);
    },
    { timeout: 60_000, interval: 20 },
  );
  // What the last answers brought is told to nobody, but may be answered.
  await host.app.syncNow();
}

export async function readBoth(
  url: string,
  { accounts: { alice, bob } }: Manifest,
): Promise<ByAccount> {
  return { alice: await readServer(url, alice), bob: await readServer(url, bob) };
}

/** How often each word is in texts. */
export function countWords(
  words: readonly string[],
  memos: readonly { readonly content: string }[],
): Record<string, number> {
  const all = memos.map(({ content }) => content).join("\n");
  return Object.fromEntries(words.map((word) => [word, all.split(word).length - 1]));
}

/** Each word once. */
export function onceEach(words: readonly string[]): Record<string, number> {
  return Object.fromEntries(words.map((word) => [word, 1]));
}

/** The hash of an attachment's content as the server has it. */
export function hashOf(view: ServerView, attachment: string): string | undefined {
  return view.attachments.find(({ name }) => name === `attachments/${attachment}`)?.sha256;
}
