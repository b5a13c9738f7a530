import type { StagedBlob } from "@tidemark/core/attachment";

/** Thrown when processing a file costs more than the budget for its size. */
export class MediaBudgetError extends Error {
  constructor() {
    super("the file is too complex");
  }
}

/**
 * Staged file for the media readers and wipers. They share one budget of bytes and steps; `MediaBudgetError`
 * is thrown once it is spent.
 */
export interface MediaFile {
  readonly sizeBytes: number;
  /** Returns the bytes from `start`: fewer than `length` at the end of the file, none beyond it. */
  read(start: number, length: number): Promise<Buffer>;
  /** Returns the buffered bytes from `start`; none at the end of the file. */
  readAhead(start: number): Promise<Buffer>;
  /** Subtracts steps of work (boxes, segments, entries) from the budget. */
  spend(steps: number): void;
  /** Queues zeros from `start` up to `end`. Ranges may overlap and are clamped to the end of the file. */
  wipe(start: number, end: number): void;
  /** Queues bytes to write after all zeros. They are clamped to the end of the file. */
  patch(start: number, bytes: Uint8Array): void;
  /** Writes the queued zeros and bytes. Until then the file doesn't change. */
  apply(): Promise<void>;
}

/** Size of the read buffer: heads of boxes and segments are small and close together. */
const windowBytes = 16 * 1024;
const writeBytes = 64 * 1024;
/** Maximum number of ranges and patches of one file. Long films need a few hundred. */
const maxEdits = 65_536;

/** Opens a staged file with a budget that depends on its size. */
export function openMedia(blob: Pick<StagedBlob, "sizeBytes" | "read" | "overwrite">): MediaFile {
  const { sizeBytes } = blob;
  // Up to five readers and wipers each read the file once. The constant is a minimum for small files.
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
        // Overlapping ranges are written once.
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
