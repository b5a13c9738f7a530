import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import { err, ok } from "@tidemark/core";
import type { BlobStore } from "@tidemark/core/attachment";

interface Content {
  readonly bytes: Uint8Array;
  storedMs: number;
}

/** Returns a store of file contents in memory, for browsers without a private file system. */
export function openMemoryContents(nowMs: () => number): BlobStore {
  const contents = new Map<string, Content>();
  return {
    async stage(source, maxBytes) {
      const pieces: Uint8Array[] = [];
      let sizeBytes = 0;
      for await (const piece of source) {
        sizeBytes += piece.length;
        if (sizeBytes > maxBytes) return err({ type: "blob-too-large", maxBytes });
        pieces.push(Uint8Array.from(piece));
      }
      const bytes = joined(pieces, sizeBytes);
      return ok({
        sizeBytes,
        read: async (start, length) => bytes.slice(start, start + Math.max(0, length)),
        async overwrite(start, given) {
          if (start < 0 || start + given.length > sizeBytes) throw new Error("beyond the content");
          bytes.set(given, start);
        },
        sha256: async () => bytesToHex(sha256(bytes)),
        async keep() {
          const hash = bytesToHex(sha256(bytes));
          contents.set(hash, { bytes: contents.get(hash)?.bytes ?? bytes, storedMs: nowMs() });
          return { sha256: hash };
        },
        async [Symbol.asyncDispose]() {},
      });
    },
    async open(hash, range) {
      const content = contents.get(hash);
      if (content === undefined) return null;
      const { start, end } = range ?? { start: 0, end: content.bytes.length };
      return once(content.bytes.slice(start, end));
    },
    has: async (hash) => contents.has(hash),
    size: async (hash) => contents.get(hash)?.bytes.length ?? null,
    async refresh(hash) {
      const content = contents.get(hash);
      if (content !== undefined) content.storedMs = nowMs();
      return content !== undefined;
    },
    async *list() {
      yield* contents.keys();
    },
    async remove(hash, storedBeforeMs) {
      const content = contents.get(hash);
      if (content === undefined || content.storedMs >= storedBeforeMs) return false;
      return contents.delete(hash);
    },
  };
}

function joined(pieces: readonly Uint8Array[], length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  if (bytes.length > 0) yield bytes;
}
