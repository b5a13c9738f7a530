import { join } from "node:path";
import { subscribe } from "node:diagnostics_channel";
import type { Socket } from "node:net";
import { setImmediate, setTimeout as delay } from "node:timers/promises";
import type { AppError, Result } from "@tidemark/core";
import { openHost } from "../../apps/desktop/src/host/open-host.ts";
import { openSqliteConnection } from "../../packages/db/src/dialect/node/open-connection.ts";
import {
  openTextSession,
  type TextSession,
} from "../../packages/ui/src/editor/inline/text-session.ts";
import { type DeviceCalls, sharedNowMs } from "./device-calls.ts";

// A device process: the host of the desktop app, called over the process channel. Argument: its data folder.
const dir = process.argv[2] ?? "";
const { app, close } = await openHost({ dir });

const sockets: Socket[] = [];
subscribe("net.client.socket", (message) => {
  sockets.push((message as { socket: Socket }).socket);
});

const writeEveryMs = 100;
const screenMemos = 200;
let session: TextSession | null = null;

const calls: DeviceCalls = {
  async connect(account) {
    must(await app.connect(account));
    await synced();
  },
  async firstSync(account, memos) {
    const bytesBefore = wireBytes();
    const cpuBefore = process.cpuUsage();
    const startMs = performance.now();
    const usable = untilListed(screenMemos).then(() => performance.now() - startMs);
    must(await app.connect(account));
    const stopped = new AbortController();
    const writing = writeUntil(stopped.signal);
    await synced();
    const completeMs = performance.now() - startMs;
    const wire = wireBytes() - bytesBefore;
    const searchMs = await searchNothing();
    await untilTextsIndexed();
    const indexedMs = performance.now() - startMs - searchMs;
    const { user, system } = process.cpuUsage(cpuBefore);
    stopped.abort();
    const writesMs = await writing;
    const { normal } = await app.counts();
    if (normal < memos) throw new Error(`synced with ${normal} memos of ${memos}`);
    const usableMs = await usable;
    const cpuMs = (user + system) / 1000;
    return { usableMs, completeMs, searchMs, indexedMs, writesMs, wireBytes: wire, cpuMs };
  },
  async fillOutbox(operations) {
    await app.setPaused(true);
    // Four operations per memo: create, edit, pin, edit.
    for (let made = 0; made < operations; made += 4) {
      // Yields, as between keystrokes: the connection to the server uses this thread too.
      await setImmediate();
      const { id } = must(await app.createMemo({ content: `memo ${made}\n\nwith a second line` }));
      must(await app.updateMemo(id, { content: `memo ${made}\n\nwith another line #tag` }));
      must(await app.updateMemo(id, { pinned: true }));
      must(await app.updateMemo(id, { content: `memo ${made}\n\nwith the last line #tag` }));
    }
  },
  async drain() {
    const startMs = performance.now();
    await app.setPaused(false);
    await untilStatus((status) => status.state === "synced" && status.waiting === 0);
    const { rejected } = await app.syncStatus();
    if (rejected > 0) throw new Error(`${rejected} operations were refused`);
    return performance.now() - startMs;
  },
  async write(content) {
    return must(await app.createMemo({ content })).id;
  },
  async edit(id) {
    session = await openTextSession(
      {
        open: async () => must(await app.openText(id)),
        push: async (edit) => void must(await app.pushText({ id, ...edit })),
        watch(has, onChange) {
          const ended = new AbortController();
          void (async () => {
            for await (const news of app.watchText({ id, ...has }, ended.signal)) {
              if ("state" in news) onChange(news);
            }
          })();
          return () => ended.abort();
        },
        moveCaret: () => undefined,
        saveApart: async () => false,
      },
      {
        onRemoteEdit: () => undefined,
        onReplaced: () => undefined,
        onSendFailed(error) {
          throw error;
        },
      },
    );
  },
  async type(text) {
    const atMs = sharedNowMs();
    const open = edited();
    open.text.insert(open.text.length, text);
    return atMs;
  },
  whenSeen(text) {
    const open = edited();
    return new Promise((seen) => {
      const look = (): void => {
        if (!open.text.toString().includes(text)) return;
        open.text.unobserve(look);
        seen(sharedNowMs());
      };
      open.text.observe(look);
      look();
    });
  },
};

process.on(
  "message",
  ({ id, call, args }: { id: number; call: keyof DeviceCalls; args: never }) => {
    const asked = calls[call] as (...given: unknown[]) => Promise<unknown>;
    asked(...(args as unknown[])).then(
      (value) => process.send?.({ id, value }),
      (error: unknown) => process.send?.({ id, error: String(error) }),
    );
  },
);
process.once("disconnect", () => void end());
process.send?.({ id: 0 });

async function end(): Promise<void> {
  await session?.close();
  await close();
  process.exit(0);
}

function edited(): TextSession {
  if (session === null) throw new Error("no memo is edited");
  return session;
}

function must<T>(result: Result<T, AppError>): T {
  if (result.ok) return result.value;
  throw new Error(result.error.message);
}

function wireBytes(): number {
  return sockets.reduce((sum, socket) => sum + socket.bytesRead + socket.bytesWritten, 0);
}

async function synced(): Promise<void> {
  await untilStatus(({ state }) => state === "synced");
}

async function untilStatus(
  isReached: (status: Awaited<ReturnType<typeof app.syncStatus>>) => boolean,
): Promise<void> {
  const ended = new AbortController();
  for await (const change of app.watchChanges(ended.signal)) {
    if (!change.sync) continue;
    const status = await app.syncStatus();
    // It retries without a connection; other errors are final.
    const isFailed = status.error !== null && status.state !== "offline";
    if (isFailed) throw new Error(`${status.state}: ${JSON.stringify(status.error)}`);
    if (!isReached(status)) continue;
    ended.abort();
    return;
  }
}

/** Reloads the list when memos change, as an open window does. */
async function untilListed(memos: number): Promise<void> {
  const input = { view: "timeline", search: "", tag: null, pinned: null } as const;
  const ended = new AbortController();
  for await (const change of app.watchChanges(ended.signal)) {
    if (change.memos?.length === 0) continue;
    const page = must(await app.listMemos({ ...input, pageSize: memos }));
    if (page.memos.length < memos) continue;
    ended.abort();
    return;
  }
}

/** Measures a search that scans every text, before any is indexed. */
async function searchNothing(): Promise<number> {
  const startMs = performance.now();
  const input = { view: "timeline", search: "zyzzyva-quux", tag: null, pinned: null } as const;
  const { memos } = must(await app.listMemos({ ...input, pageSize: 50 }));
  if (memos.length > 0) throw new Error("found what is not there");
  return performance.now() - startMs;
}

async function untilTextsIndexed(): Promise<void> {
  const reader = openSqliteConnection({ file: join(dir, "tidemark.db"), readonly: true });
  try {
    while (reader.all("SELECT 1 FROM late_text").length > 0) await delay(20);
  } finally {
    reader.close();
  }
}

/** Writes at fixed times, even if the thread or the previous write is late. */
async function writeUntil(stopped: AbortSignal): Promise<number[]> {
  const tookMs: number[] = [];
  const startMs = performance.now();
  const writes: Promise<void>[] = [];
  for (let dueMs = startMs; !stopped.aborted; dueMs += writeEveryMs) {
    // After a delay of the thread, all late writes start together.
    const waitMs = dueMs - performance.now();
    if (waitMs > 0) await delay(waitMs);
    if (stopped.aborted) break;
    const written = app.createMemo({ content: `written meanwhile ${tookMs.length} #meanwhile` });
    writes.push(
      written.then((result) => {
        must(result);
        tookMs.push(performance.now() - dueMs);
      }),
    );
  }
  await Promise.all(writes);
  return tookMs;
}
