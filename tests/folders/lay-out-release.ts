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

/** Address on which no process listens: the discard port. */
export const nowhere = "http://127.0.0.1:9";

/**
 * Copies of a version's folders, opened some time after they were closed, and the programs that run on
 * them.
 */
export interface LaidOut extends AsyncDisposable {
  readonly manifest: Manifest;
  readonly dir: string;
  /** Starts this version's server on the server's folder. */
  serve(): Promise<RunningServer>;
  /** Opens this version's device on the device's folder, with `url` as its server's address. */
  openDesk(url: string): Promise<Host>;
  /** Opens a device with an empty folder. */
  openFresh(): Promise<Host>;
  /** Returns rows of the server's or device's database. */
  rows<Row>(of: "server" | "device", sql: string): Row[];
}

/**
 * Unpacks a version's folders. Until the result is disposed, the clock starts at `laterMs` after they
 * were closed. The expiry of sessions, uploads and the trash is then the same in every run.
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

/** Replaces the server's address on the device, because its former port may be taken. */
function readdress(file: string, url: string): void {
  const connection = openSqliteConnection({ file, readonly: false });
  try {
    connection.run("UPDATE meta SET value = ? WHERE key = 'server_url'", [url]);
  } finally {
    connection.close();
  }
}

/** Syncs until no operation is pending and a further sync has run. */
export async function untilAtRest(host: Host): Promise<void> {
  await vi.waitFor(
    async () => {
      const { state, error, waiting } = await host.app.syncNow();
      if (waiting > 0 || state !== "synced")
        throw new Error(`${waiting} wait: ${state}, ${JSON.stringify(error)}`);
    },
    { timeout: 60_000, interval: 20 },
  );
  // Applying the last responses notifies nothing, but may queue more operations.
  await host.app.syncNow();
}

export async function readBoth(
  url: string,
  { accounts: { alice, bob } }: Manifest,
): Promise<ByAccount> {
  return { alice: await readServer(url, alice), bob: await readServer(url, bob) };
}

/** Counts how often each word occurs in the memos' texts. */
export function countWords(
  words: readonly string[],
  memos: readonly { readonly content: string }[],
): Record<string, number> {
  const all = memos.map(({ content }) => content).join("\n");
  return Object.fromEntries(words.map((word) => [word, all.split(word).length - 1]));
}

/** Returns a count of 1 for each word. */
export function onceEach(words: readonly string[]): Record<string, number> {
  return Object.fromEntries(words.map((word) => [word, 1]));
}

/** Returns the hash of an attachment's content on the server. */
export function hashOf(view: ServerView, attachment: string): string | undefined {
  return view.attachments.find(({ name }) => name === `attachments/${attachment}`)?.sha256;
}
