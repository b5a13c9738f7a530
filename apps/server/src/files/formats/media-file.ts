import type { StagedBlob } from "@tidemark/core/attachment";

/** Says that a file costs more work than a file of its size may. */
export class MediaBudgetError extends Error {
  constructor() {
    super("the file is too complex");
  }
}

/**
 * A staged file as readers and wipers of media see it. They share one budget of bytes and steps,
 * and throw `MediaBudgetError` once it is spent.
 */
export interface MediaFile {
  readonly sizeBytes: number;
  /** Returns fewer bytes than asked for at the end of the file, and none beyond it. */
  read(start: number, length: number): Promise<Buffer>;
  /** Returns the bytes from `start` that one read gives; none at the end of the file. */
  readAhead(start: number): Promise<Buffer>;
  /** Counts steps of work: boxes, segments, entries. */
  spend(steps: number): void;
  /** Plans zeros from `start` up to `end`. Ranges may overlap, and are cut at the end of the file. */
  wipe(start: number, end: number): void;
  /** Plans bytes that are written after all zeros. They are cut at the end of the file. */
  patch(start: number, bytes: Uint8Array): void;
  /** Writes what is planned. Nothing is written before. */
  apply(): Promise<void>;
}

/** Heads of boxes and segments are small and close together: they come from one read. */
const windowBytes = 16 * 1024;
const writeBytes = 64 * 1024;
/** Ranges and patches of one file. Long films have a few hundred. */
const maxEdits = 65_536;

/** Opens a staged file with the budget that its size gives it. */
export function openMedia(blob: Pick<StagedBlob, "sizeBytes" | "read" | "overwrite">): MediaFile {
  const { sizeBytes } = blob;
  // Five readers and wipers go through a file, each once at most. The rest is for small files.
  let bytesLeft = 5 * sizeBytes + 1024 * 1024;
  let stepsLeft = Math.min(65_536 + sizeBytes / 128, 1_000_000);
  let editsLeft = maxEdits;
  let patchBytesLeft = sizeBytes + 64 * 1024;
  let windowAt = 0;
  let window: Buffer = Buffer.alloc(0);
  let ranges: [start: number, end: number][] = [];
  let patches: [start: number, bytes: Uint8Array][] = [];

  async function fetch(start: number, length: number): Promise<Buffer> {
    if (start < 0 || start >= sizeBytes) return Buffer.alloc(0);
    const wanted = Math.min(length, sizeBytes - start);
    bytesLeft -= wanted;
    if (bytesLeft < 0) throw new MediaBudgetError();
    const { buffer, byteOffset, byteLength } = await blob.read(start, wanted);
    return Buffer.from(buffer, byteOffset, byteLength);
  }

  async function read(start: number, length: number): Promise<Buffer> {
    if (length > windowBytes) return fetch(start, length);
    const end = Math.min(start + length, sizeBytes);
    if (start < windowAt || end > windowAt + window.length) {
      window = await fetch(start, windowBytes);
      windowAt = start;
    }
    return window.subarray(start - windowAt, Math.max(start, end) - windowAt);
  }

  function edit(): void {
    editsLeft -= 1;
    if (editsLeft < 0) throw new MediaBudgetError();
  }

  return {
    sizeBytes,
    read,
    async readAhead(start) {
      await read(start, 1);
      return window.subarray(start - windowAt);
    },
    spend(steps) {
      stepsLeft -= steps;
      if (stepsLeft < 0) throw new MediaBudgetError();
    },
    wipe(from, to) {
      const [start, end] = [Math.max(0, from), Math.min(to, sizeBytes)];
      if (!(start < end)) return;
      const last = ranges.at(-1);
      if (last !== undefined && last[0] <= start && start <= last[1]) {
        last[1] = Math.max(last[1], end);
        return;
      }
      edit();
      ranges.push([start, end]);
    },
    patch(start, bytes) {
      edit();
      patchBytesLeft -= bytes.length;
      if (patchBytesLeft < 0) throw new MediaBudgetError();
      if (start < sizeBytes) patches.push([start, bytes.subarray(0, sizeBytes - start)]);
    },
    async apply() {
      window = Buffer.alloc(0);
      let wiped = 0;
      for (const [start, end] of ranges.toSorted(([a], [b]) => a - b)) {
        // Ranges that overlap are written once.
        for (let at = Math.max(start, wiped); at < end; at += writeBytes) {
          await blob.overwrite(at, new Uint8Array(Math.min(writeBytes, end - at)));
        }
        wiped = Math.max(wiped, end);
      }
      for (const [start, bytes] of patches) await blob.overwrite(start, bytes);
      ranges = [];
      patches = [];
    },
  };
}
