import { bytesToHex } from "@noble/hashes/utils.js";
import type { BlobStore } from "@tidemark/core/attachment";
import { browserName } from "@tidemark/core/names";
import { openDatabase } from "@tidemark/db";
import {
  loadSqlite,
  openForeignBytes,
  type OpfsPool,
  openOpfsPool,
  wasmDriver,
} from "@tidemark/db/web";
import type { Platform } from "@tidemark/replica";
import { filesFolder } from "../owner/file-heads.ts";
import { openMemoryContents } from "./memory-contents.ts";
import type { OpenForeign } from "./transfer/read-database.ts";
import { type OpfsContents, openOpfsContents } from "./opfs-contents.ts";

type Sqlite = Awaited<ReturnType<typeof loadSqlite>>;

/** A platform whose files are in the private file system, or in memory. */
export interface WebPlatform extends Platform {
  /** Opens the bytes of another program's database. Throws SQLite's error if it isn't one. */
  readonly openForeign: OpenForeign;
  /** Gives up the database's files, so that another worker can open them. The database must be closed. */
  releaseFiles(): void;
  takeFiles(): Promise<void>;
}

/** Folder of the database in the origin's private file system. */
export const poolFolder = "tidemark-pool";

/**
 * Opens the platform of this browser: SQLite and file contents in the origin's private file system. Where that is
 * missing, as in pages without TLS and in some private windows, or not `wanted`, everything is in memory and
 * comes from the server again.
 */
export async function openWebPlatform(wanted: {
  readonly isInMemory: boolean;
}): Promise<WebPlatform> {
  const sqlite3 = await loadSqlite();
  const stored = wanted.isInMemory ? null : await openPrivateFiles(sqlite3);
  const storage = stored ?? { ...inMemory, driver: wasmDriver(sqlite3) };
  const randomBytes = (count: number): Uint8Array => crypto.getRandomValues(new Uint8Array(count));
  return {
    isInMemory: stored === null,
    releaseFiles: storage.releaseFiles,
    takeFiles: storage.takeFiles,
    openForeign: (given) => openForeignBytes(sqlite3, given),
    deviceName: browserName(navigator.userAgent),
    EventSource,
    pageOrigin: location.origin,
    randomBytes,
    newUuid: () => uuidFrom(randomBytes(16)),
    pause: nextTask,
    gzip: compress,
    openDatabase: () =>
      openDatabase({ file: storage.file, role: "device", driver: storage.driver }),
    openBlobs: ({ nowMs }) => storage.openContents(nowMs),
    removeFiles: () => storage.removeContents(),
    // The database has no copies here.
    expireCopies: () => {},
    copiesUntilMs: () => null,
  };
}

/** Storage for the database and for file contents. */
interface Storage {
  /** Name of the database for its driver. */
  readonly file: string;
  readonly driver: ReturnType<typeof wasmDriver>;
  openContents(nowMs: () => number): Promise<BlobStore>;
  removeContents(): Promise<void>;
  releaseFiles(): void;
  takeFiles(): Promise<void>;
}

const inMemory: Omit<Storage, "driver"> = {
  file: ":memory:",
  openContents: async (nowMs) => openMemoryContents(nowMs),
  removeContents: async () => {},
  releaseFiles() {},
  async takeFiles() {},
};

/** Returns null if the browser has no private file system, which only trying shows. */
async function openPrivateFiles(sqlite3: Sqlite): Promise<Storage | null> {
  if (!hasPrivateFiles()) return null;
  const root = await navigator.storage.getDirectory().catch(() => null);
  if (root === null) return null;
  const pool = await openPool(sqlite3, root);
  if (pool === null) return null;
  const files = () => root.getDirectoryHandle(filesFolder, { create: true });
  let opened: OpfsContents | null = null;
  return {
    file: "/tidemark.db",
    driver: wasmDriver(sqlite3, { vfs: pool.vfs }),
    releaseFiles: () => pool.pause(),
    takeFiles: () => pool.resume(),
    openContents: async (nowMs) => (opened = await openOpfsContents(await files(), nowMs)),
    async removeContents() {
      if (opened !== null) return opened.clear();
      const folder = await files();
      for await (const name of folder.keys()) await folder.removeEntry(name, { recursive: true });
    },
  };
}

function hasPrivateFiles(): boolean {
  return "storage" in navigator && "createSyncAccessHandle" in FileSystemFileHandle.prototype;
}

/** Returns null if there is no pool yet and the browser refuses to create one. A pool with data isn't left. */
async function openPool(
  sqlite3: Sqlite,
  root: FileSystemDirectoryHandle,
): Promise<OpfsPool | null> {
  const isThere = await root.getDirectoryHandle(poolFolder).then(
    () => true,
    () => false,
  );
  try {
    return await openOpfsPool(sqlite3, poolFolder);
  } catch (error) {
    const isElsewhere = error instanceof Error && error.name === "NoModificationAllowedError";
    if (isThere || isElsewhere) throw error;
    await root.removeEntry(poolFolder, { recursive: true }).catch(() => undefined);
    return null;
  }
}

const { port1: asked, port2: called } = new MessageChannel();
const waiting: (() => void)[] = [];
called.addEventListener("message", () => waiting.shift()?.());
called.start();

/** Lets other tasks run. A timer would wait 4 ms after the fifth in a row. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    asked.postMessage(null);
  });
}

async function compress(text: string): Promise<Uint8Array<ArrayBuffer>> {
  const compressed = new Blob([text]).stream().pipeThrough(new CompressionStream("gzip"));
  return new Uint8Array(await new Response(compressed).arrayBuffer());
}

/** Returns a random UUID of version 4. Pages without TLS lack `crypto.randomUUID`. */
function uuidFrom(random: Uint8Array): string {
  const bytes = Uint8Array.from(random);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return bytesToHex(bytes).replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}
