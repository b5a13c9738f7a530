import { bytesOfBlob } from "../bytes/random-bytes.ts";
import type { Scratch, ScratchFile } from "../bytes/scratch.ts";

/** Bytes to collect before they become part of the blob. */
const pieceBytes = 4 * 1024 * 1024;

/** Opens temporary storage in blobs, which a browser moves to its disk when they are large. */
export async function openBlobScratch(): Promise<Scratch> {
  return {
    async create(): Promise<ScratchFile> {
      let stored = new Blob();
      let waiting: Uint8Array<ArrayBuffer>[] = [];
      let waitingBytes = 0;
      const settle = (): void => {
        if (waiting.length === 0) return;
        stored = new Blob([stored, ...waiting]);
        waiting = [];
        waitingBytes = 0;
      };
      return {
        get sizeBytes() {
          return stored.size + waitingBytes;
        },
        async append(bytes) {
          waiting.push(Uint8Array.from(bytes));
          waitingBytes += bytes.length;
          if (waitingBytes >= pieceBytes) settle();
        },
        async read(start, end) {
          settle();
          return bytesOfBlob(stored).read(start, end);
        },
      };
    },
    // Blobs are freed with the files that contain them.
    async [Symbol.asyncDispose]() {},
  };
}
