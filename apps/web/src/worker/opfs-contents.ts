import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import { err, ok, StorageError } from "@tidemark/core";
import type { BlobStore, StagedBlob } from "@tidemark/core/attachment";
import { SerialQueue } from "@tidemark/core/concurrency";
import { streamParts } from "@tidemark/transfer/streams";
import { keptFolder, stagedFolder } from "../owner/file-heads.ts";

/** A handle in the origin's private file system can be moved; the types of browsers lack it. */
interface MovableFile extends FileSystemFileHandle {
  move(parent: FileSystemDirectoryHandle, name: string): Promise<void>;
}

const hashPattern = /^[0-9a-f]{64}$/;
/** Name of an entry that stores the time at which content was last stored, in ms. */
const timePattern = /^([0-9a-f]{64})-(\d{1,15})$/;

/** Bytes to hash at a time. */
const pieceBytes = 1024 * 1024;

/** A store that can be emptied, also of contents that were stored just now. */
export interface OpfsContents extends BlobStore {
  clear(): Promise<void>;
}

/**
 * Opens a store of file contents in a folder of the origin's private file system, for one worker at a time.
 * Contents are stored as `kept/<hash>`, incoming ones in `staged`. Files there have no time that can be set,
 * so `times` contains an empty entry `<hash>-<ms>` for each. Opening empties `staged`, since uploads don't
 * survive a crash.
 */
export async function openOpfsContents(
  folder: FileSystemDirectoryHandle,
  nowMs: () => number,
): Promise<OpfsContents> {
  const subfolder = (name: string) => folder.getDirectoryHandle(name, { create: true });
  await folder.removeEntry(stagedFolder, { recursive: true }).catch(ignoreMissing);
  const [kept, staging, times] = [
    await subfolder(keptFolder),
    await subfolder(stagedFolder),
    await openTimes(await subfolder("times"), nowMs),
  ];
  for await (const name of kept.keys()) if (hashPattern.test(name)) await times.expect(name);
  await times.removeRest();

  // Serializes storing and removing, which would otherwise lose content stored while it is being removed.
  const queue = new SerialQueue();
  let lastStaged = 0;

  async function keep(file: FileSystemFileHandle, hash: string): Promise<void> {
    const isStored = times.has(hash);
    // Written first: opening the store removes a time without content.
    await times.set(hash);
    if (isStored) return;
    try {
      await (file as MovableFile).move(kept, hash);
    } catch (error) {
      // The next attempt must not take the content for stored.
      await times.remove(hash);
      throw error;
    }
  }

  return {
    stage: (source, maxBytes) =>
      withRoom(async () => {
        lastStaged += 1;
        const name = String(lastStaged);
        const file = await staging.getFileHandle(name, { create: true });
        await using resources = new AsyncDisposableStack();
        resources.defer(() => staging.removeEntry(name).catch(ignoreMissing));
        const access = await file.createSyncAccessHandle();
        resources.defer(() => access.close());
        const hash = sha256.create();
        let sizeBytes = 0;
        for await (const bytes of source) {
          // Leaving the loop closes the source, so the rest isn't read.
          if (sizeBytes + bytes.length > maxBytes) return err({ type: "blob-too-large", maxBytes });
          hash.update(bytes);
          write(access, bytes, sizeBytes);
          sizeBytes += bytes.length;
        }
        const held = resources.move();
        return ok(
          stagedBlob({
            access,
            sizeBytes,
            hash: bytesToHex(hash.digest()),
            keep: (stored) => queue.run(() => keep(file, stored)),
            [Symbol.asyncDispose]: () => held.disposeAsync(),
          }),
        );
      }),
    async open(hash, range) {
      const file = await fileOf(kept, hash);
      if (file === null) return null;
      const part = range === undefined ? file : file.slice(range.start, range.end);
      return streamParts(part.stream());
    },
    has: async (hash) => times.has(hash),
    size: async (hash) => (await fileOf(kept, hash))?.size ?? null,
    refresh: (hash) =>
      queue.run(async () => {
        if (!times.has(hash)) return false;
        await times.set(hash);
        return true;
      }),
    async *list() {
      yield* times.hashes();
    },
    clear: () =>
      queue.run(async () => {
        for (const hash of [...times.hashes()]) {
          await kept.removeEntry(hash).catch(ignoreMissing);
          await times.remove(hash);
        }
        // Exports contain memos. Files that are still received are locked, and removed by those who receive them.
        for await (const name of staging.keys()) {
          await staging.removeEntry(name).catch(() => undefined);
        }
      }),
    remove: (hash, storedBeforeMs) =>
      queue.run(async () => {
        const storedMs = times.at(hash);
        // A time in the future would protect the content for as long as the clock was ahead.
        if (storedMs === null || (storedMs >= storedBeforeMs && storedMs <= nowMs())) return false;
        await kept.removeEntry(hash).catch(ignoreMissing);
        await times.remove(hash);
        return true;
      }),
  };
}

interface Staged extends AsyncDisposable {
  readonly access: FileSystemSyncAccessHandle;
  readonly sizeBytes: number;
  readonly hash: string;
  /** Moves the file, which must be closed. */
  keep(hash: string): Promise<void>;
}

function stagedBlob(staged: Staged): StagedBlob {
  const { access, sizeBytes } = staged;
  let known: string | null = staged.hash;
  const read = (start: number, length: number): Uint8Array => {
    const bytes = new Uint8Array(Math.max(0, Math.min(length, sizeBytes - start)));
    return bytes.subarray(0, bytes.length === 0 ? 0 : access.read(bytes, { at: start }));
  };
  const hashNow = (): string => {
    if (known !== null) return known;
    const hash = sha256.create();
    for (let at = 0; at < sizeBytes; at += pieceBytes) hash.update(read(at, pieceBytes));
    known = bytesToHex(hash.digest());
    return known;
  };
  return {
    sizeBytes,
    read: async (start, length) => read(start, length),
    async overwrite(start, bytes) {
      if (start < 0 || start + bytes.length > sizeBytes) throw new Error("beyond the content");
      write(access, bytes, start);
      known = null;
    },
    sha256: async () => hashNow(),
    keep: () =>
      withRoom(async () => {
        const hash = hashNow();
        access.flush();
        access.close();
        await staged.keep(hash);
        return { sha256: hash };
      }),
    [Symbol.asyncDispose]: () => staged[Symbol.asyncDispose](),
  };
}

/** Times at which contents were last stored. */
interface Times {
  has(hash: string): boolean;
  at(hash: string): number | null;
  /** Sets the time to now. */
  set(hash: string): Promise<void>;
  remove(hash: string): Promise<void>;
  hashes(): IterableIterator<string>;
  /** Called while opening for each content: one without a time counts as stored now. */
  expect(hash: string): Promise<void>;
  /** Called after that: removes times without content. */
  removeRest(): Promise<void>;
}

async function openTimes(folder: FileSystemDirectoryHandle, nowMs: () => number): Promise<Times> {
  const known = new Map<string, number>();
  const expected = new Set<string>();
  const remove = (hash: string, ms: number): Promise<void> =>
    folder.removeEntry(`${hash}-${ms}`).catch(ignoreMissing);
  for await (const name of folder.keys()) {
    const [, hash, ms] = timePattern.exec(name) ?? [];
    if (hash === undefined) continue;
    const before = known.get(hash);
    const found = Number(ms);
    known.set(hash, Math.max(found, before ?? 0));
    // A crash between the two steps of `set` leaves both.
    if (before !== undefined) await remove(hash, Math.min(found, before));
  }
  const times: Times = {
    has: (hash) => known.has(hash),
    at: (hash) => known.get(hash) ?? null,
    async set(hash) {
      const before = known.get(hash);
      const now = Math.max(0, Math.floor(nowMs()));
      if (before === now) return;
      await folder.getFileHandle(`${hash}-${now}`, { create: true });
      known.set(hash, now);
      if (before !== undefined) await remove(hash, before);
    },
    async remove(hash) {
      const before = known.get(hash);
      known.delete(hash);
      if (before !== undefined) await remove(hash, before);
    },
    hashes: () => known.keys(),
    async expect(hash) {
      expected.add(hash);
      if (!known.has(hash)) await times.set(hash);
    },
    async removeRest() {
      for (const hash of [...known.keys()]) if (!expected.has(hash)) await times.remove(hash);
    },
  };
  return times;
}

function write(access: FileSystemSyncAccessHandle, bytes: Uint8Array, at: number): void {
  const written = access.write(bytes as Uint8Array<ArrayBuffer>, { at });
  // Chromium's answer to a full quota.
  if (written < bytes.length) throw new StorageError("quota-full", new Error("a short write"));
}

/** Runs work that stores something, and names a full quota. */
async function withRoom<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const isFull = error instanceof Error && error.name === "QuotaExceededError";
    throw isFull ? new StorageError("quota-full", error) : error;
  }
}

async function fileOf(folder: FileSystemDirectoryHandle, hash: string): Promise<File | null> {
  try {
    return await (await folder.getFileHandle(hash)).getFile();
  } catch (error) {
    ignoreMissing(error);
    return null;
  }
}

function ignoreMissing(error: unknown): void {
  if (!(error instanceof DOMException) || error.name !== "NotFoundError") throw error;
}
