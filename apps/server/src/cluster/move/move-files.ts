import { createHash } from "node:crypto";
import type { BlobStore } from "@tidemark/core/attachment";
import { MoveError } from "@tidemark/db-postgres";

/** Result of copying the content of attachments. */
export interface MovedFiles {
  readonly copied: number;
  readonly bytes: number;
  /** Number that already existed in the target. */
  readonly there: number;
  /** Hashes in the database that neither store has. */
  readonly missing: readonly string[];
  /** Hashes that don't match their content, which isn't copied. */
  readonly damaged: readonly string[];
}

/**
 * Copies all content that the target lacks. Then reads each file in the target and compares its hash with its
 * name, including those that already existed. Rejects with a `MoveError` if they differ.
 */
export async function moveFiles(
  { from, to }: { readonly from: BlobStore; readonly to: BlobStore },
  named: readonly string[],
  onFile: (done: number) => void,
): Promise<MovedFiles> {
  const damaged: string[] = [];
  const missing: string[] = [];
  let copied = 0;
  let bytes = 0;
  let there = 0;
  const all = new Set(named);
  for await (const sha256 of from.list()) all.add(sha256);
  let done = 0;
  for (const sha256 of all) {
    if (await to.has(sha256)) {
      there += 1;
    } else {
      const content = await from.open(sha256);
      if (content === null) {
        missing.push(sha256);
        continue;
      }
      const size = await copy(content, to, sha256);
      if (size === null) {
        damaged.push(sha256);
        continue;
      }
      copied += 1;
      bytes += size;
    }
    if ((await hashIn(to, sha256)) !== sha256) {
      throw new MoveError(`the target has another content under ${sha256}`);
    }
    onFile((done += 1));
  }
  return { copied, bytes, there, missing, damaged };
}

/** Copies one file. Returns its size in bytes; null if its content doesn't match its name. */
async function copy(
  content: AsyncIterable<Uint8Array>,
  to: BlobStore,
  sha256: string,
): Promise<number | null> {
  const staged = await to.stage(content, Number.MAX_SAFE_INTEGER);
  if (!staged.ok) throw new Error("a file has no bound here");
  await using blob = staged.value;
  if ((await blob.sha256()) !== sha256) return null;
  await blob.keep();
  return blob.sizeBytes;
}

async function hashIn(store: BlobStore, sha256: string): Promise<string | null> {
  const content = await store.open(sha256);
  if (content === null) return null;
  const hash = createHash("sha256");
  for await (const bytes of content) hash.update(bytes);
  return hash.digest("hex");
}
