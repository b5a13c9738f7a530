import { createHash } from "node:crypto";
import { err, ok } from "@tidemark/core";
import type { BlobStore, StagedBlob } from "@tidemark/core/attachment";
import type { Life } from "./crash.ts";

interface KeptBlob {
  readonly bytes: Buffer;
  readonly keptMs: number;
}

/** Unfinished upload on a server. */
export interface PartialUpload {
  readonly user: string;
  readonly filename: string;
  readonly type: string;
  readonly sizeBytes: number;
  readonly sha256: string;
  readonly begunMs: number;
  bytes: Buffer;
}

/**
 * Folder for content of a simulated replica. It replaces `openFolderBlobStore`, whose calls complete in
 * any order: here the seed decides the order. As in the folder, stored content survives a crash and
 * partial content doesn't.
 */
export interface SimDisk {
  readonly kept: Map<string, KeptBlob>;
  /** Sizes of files being received. Not counted as content; cleared when a process opens the folder. */
  readonly staged: Map<string, number>;
  readonly uploads: Map<string, PartialUpload>;
  /** Opens the folder for a process, which may end at each access. */
  open(life: Life, nowMs: () => number): BlobStore;
  copy(): SimDisk;
}

const maxAheadMs = 86_400_000;
const hashes = new WeakMap<Uint8Array, string>();

/** Returns the SHA-256 (hex), cached by buffer: content is never changed in place. */
export function hashOf(bytes: Uint8Array): string {
  const sha256 = hashes.get(bytes) ?? createHash("sha256").update(bytes).digest("hex");
  hashes.set(bytes, sha256);
  return sha256;
}

export function createSimDisk(
  from: Pick<SimDisk, "kept" | "uploads"> = { kept: new Map(), uploads: new Map() },
): SimDisk {
  const uploads = [...from.uploads].map(([id, upload]) => [id, { ...upload }] as const);
  const disk: SimDisk = {
    kept: new Map(from.kept),
    staged: new Map(),
    uploads: new Map(uploads),
    open(life, nowMs) {
      disk.staged.clear();
      return openStore(disk, life, nowMs);
    },
    copy: () => createSimDisk(disk),
  };
  return disk;
}

function openStore({ kept, staged }: SimDisk, life: Life, nowMs: () => number): BlobStore {
  let last = 0;
  const keep = (sha256: string, bytes: Buffer): void => {
    kept.set(sha256, { bytes: kept.get(sha256)?.bytes ?? bytes, keptMs: nowMs() });
  };
  return {
    async stage(source, maxBytes) {
      const name = `${(last += 1)}`;
      const pieces: Uint8Array[] = [];
      let sizeBytes = 0;
      staged.set(name, 0);
      for await (const piece of source) {
        life.statement();
        sizeBytes += piece.length;
        if (sizeBytes > maxBytes) {
          staged.delete(name);
          return err({ type: "blob-too-large", maxBytes });
        }
        pieces.push(piece);
        staged.set(name, sizeBytes);
      }
      const [only] = pieces;
      let bytes = pieces.length === 1 && only instanceof Buffer ? only : Buffer.concat(pieces);
      const blob: StagedBlob = {
        sizeBytes,
        read: async (start, length) => bytes.subarray(start, start + length),
        async overwrite(start, written) {
          life.statement();
          bytes = Buffer.from(bytes);
          bytes.set(written, start);
        },
        sha256: async () => hashOf(bytes),
        async keep() {
          life.statement();
          keep(hashOf(bytes), bytes);
          return { sha256: hashOf(bytes) };
        },
        async [Symbol.asyncDispose]() {
          // A killed process doesn't clean up.
          if (!life.isOver) staged.delete(name);
        },
      };
      return ok(blob);
    },
    async open(sha256, range) {
      life.statement();
      const bytes = kept.get(sha256)?.bytes;
      if (bytes === undefined) return null;
      return (async function* () {
        yield range === undefined ? bytes : bytes.subarray(range.start, range.end);
      })();
    },
    async has(sha256) {
      life.statement();
      return kept.has(sha256);
    },
    async size(sha256) {
      life.statement();
      return kept.get(sha256)?.bytes.length ?? null;
    },
    async refresh(sha256) {
      life.statement();
      const known = kept.get(sha256);
      if (known === undefined) return false;
      keep(sha256, known.bytes);
      return true;
    },
    async *list() {
      life.statement();
      yield* [...kept.keys()];
    },
    async remove(sha256, storedBeforeMs) {
      life.statement();
      const known = kept.get(sha256);
      if (known === undefined) return false;
      const isKnown = known.keptMs <= nowMs() + maxAheadMs;
      return (!isKnown || known.keptMs < storedBeforeMs) && kept.delete(sha256);
    },
  };
}
