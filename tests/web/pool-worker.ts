import { accountKey } from "../../packages/core/src/sync/device/index.ts";
import { openDatabase, type OpenDatabase } from "../../packages/db/src/open-database.ts";
import { loadSqlite, openOpfsPool, type OpfsPool, wasmDriver } from "../../packages/db/src/web.ts";
import type { DeviceDatabase } from "../../packages/core/src/stores/device-database.ts";

// Dedicated worker of opfs.spec.ts. Runs one order after another over a database in OPFS; a failed order is
// answered with its error.

const sqlite3 = await loadSqlite();
let pool: OpfsPool | undefined;
let open: OpenDatabase<DeviceDatabase> | undefined;

// The types of pages lack what only workers have.
const handles = FileSystemFileHandle.prototype;

function failHandles(message: string, before: () => void): void {
  Reflect.set(handles, "createSyncAccessHandle", async () => {
    before();
    throw new DOMException(message, "UnknownError");
  });
}

const orders: Readonly<Record<string, (given: string) => Promise<string>>> = {
  async open() {
    pool ??= await openOpfsPool(sqlite3, "pool");
    const driver = wasmDriver(sqlite3, { vfs: pool.vfs });
    open = await openDatabase({ file: "/tidemark.db", role: "device", driver });
    return open.wasClosedCleanly ? "clean" : "not closed";
  },
  async close() {
    await open?.close();
    return "";
  },
  async pause() {
    pool?.pause();
    return "";
  },
  async resume() {
    await pool?.resume();
    return "";
  },
  async remove() {
    await pool?.remove();
    return "";
  },
  async write(text) {
    await open?.database.write(({ meta }) => meta.set(accountKey, `users/${text}`));
    return "";
  },
  async read() {
    return (await open?.database.read(({ meta }) => meta.get(accountKey))) ?? "";
  },
  async check() {
    return (await open?.quickCheck())?.join("; ") ?? "";
  },
  /** Fails the next handle that is requested, as browsers sometimes do. */
  async failNextHandle() {
    const createHandle: unknown = Reflect.get(handles, "createSyncAccessHandle");
    failHandles("a hiccup", () => Reflect.set(handles, "createSyncAccessHandle", createHandle));
    return "";
  },
  /** Fails all handles from now on. */
  async failHandles() {
    failHandles("no handle", () => {});
    return "";
  },
  /** Writes numbers until the worker is terminated; reports each that was committed. */
  async writeOn(from) {
    for (let n = Number(from); ; n += 1) {
      await orders["write"]?.(String(n));
      postMessage({ committed: n });
    }
  },
};

addEventListener(
  "message",
  ({ data }: MessageEvent<{ id: number; order: string; given: string }>) => {
    const { id, order, given } = data;
    Promise.resolve(orders[order]?.(given)).then(
      (answer) => postMessage({ id, answer }),
      (error: unknown) => {
        const fault = error instanceof Error && "fault" in error ? String(error.fault) : "";
        postMessage({ id, failed: `${String(error)} ${fault}` });
      },
    );
  },
);
postMessage({ ready: true });
