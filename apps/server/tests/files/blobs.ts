import { createHash } from "node:crypto";
import type { BlobStore } from "@tidemark/core/attachment";

export const sha = (text: string | Uint8Array): string =>
  createHash("sha256").update(text).digest("hex");

export async function all<T>(from: AsyncIterable<T>): Promise<T[]> {
  const items: T[] = [];
  for await (const item of from) items.push(item);
  return items;
}

export async function read(from: AsyncIterable<Uint8Array> | null): Promise<string | null> {
  return from === null ? null : Buffer.concat(await all(from)).toString();
}

export async function* bytesOf(...texts: string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield Buffer.from(text);
}

/** Stores the concatenated texts as one blob. */
export async function keep(blobs: BlobStore, ...texts: string[]): Promise<{ sha256: string }> {
  const staged = await blobs.stage(bytesOf(...texts), 1_000_000);
  if (!staged.ok) throw new Error("too large");
  await using blob = staged.value;
  return await blob.keep();
}
