import { bytesToHex } from "@noble/hashes/utils.js";
import { openDatabase } from "@tidemark/db";
import { loadSqlite, openOpfsPool, wasmDriver } from "@tidemark/db/web";
import type { Platform } from "@tidemark/replica";
import { openOpfsContents } from "./opfs-contents.ts";

/** Folders in the origin's private file system. */
const poolFolder = "tidemark-pool";
const filesFolder = "tidemark-files";

/** Opens the platform of this browser: SQLite and file contents in the origin's private file system. */
export async function openWebPlatform(): Promise<Platform> {
  const sqlite3 = await loadSqlite();
  const pool = await openOpfsPool(sqlite3, poolFolder);
  const randomBytes = (count: number): Uint8Array => crypto.getRandomValues(new Uint8Array(count));
  return {
    deviceName: "Browser",
    randomBytes,
    newUuid: () => uuidFrom(randomBytes(16)),
    pause: nextTask,
    gzip: compress,
    openDatabase: () =>
      openDatabase({
        file: "/tidemark.db",
        role: "device",
        driver: wasmDriver(sqlite3, { vfs: pool.vfs }),
      }),
    async openBlobs({ nowMs }) {
      const root = await navigator.storage.getDirectory();
      return openOpfsContents(await root.getDirectoryHandle(filesFolder, { create: true }), nowMs);
    },
    async removeFiles() {
      const files = await (await navigator.storage.getDirectory()).getDirectoryHandle(filesFolder);
      for await (const name of files.keys()) await files.removeEntry(name, { recursive: true });
    },
    // The database has no copies here.
    expireCopies: () => {},
    copiesUntilMs: () => null,
  };
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
