import { createHash } from "node:crypto";
import { open, rm, type FileHandle } from "node:fs/promises";
import { err, ok, type Result } from "@tidemark/core";
import type { BlobTooLarge, StagedBlob } from "@tidemark/core/attachment";

/**
 * Streams content into a new file and hashes it on the way. `keep` is called with the SHA-256 in hex once the
 * file is synced to disk; it moves or uploads the file. Disposing the returned blob deletes the file.
 */
export async function stageFile(
  file: string,
  source: AsyncIterable<Uint8Array>,
  maxBytes: number,
  keep: (sha256: string) => Promise<void>,
): Promise<Result<StagedBlob, BlobTooLarge>> {
  await using resources = new AsyncDisposableStack();
  const handle = await open(file, "wx+", 0o600);
  resources.defer(() => rm(file, { force: true }));
  resources.defer(() => handle.close());
  const hash = createHash("sha256");
  let sizeBytes = 0;
  for await (const bytes of source) {
    // Leaving the loop closes the source, so the rest isn't read.
    if (sizeBytes + bytes.length > maxBytes) return err({ type: "blob-too-large", maxBytes });
    hash.update(bytes);
    await writeAll(handle, bytes, sizeBytes);
    sizeBytes += bytes.length;
  }
  let sha256: string | null = hash.digest("hex");
  const hashNow = async (): Promise<string> => (sha256 ??= await hashOf(handle));
  const held = resources.move();
  return ok({
    sizeBytes,
    read: (start, length) => readSome(handle, start, Math.min(length, sizeBytes - start)),
    async overwrite(start, bytes) {
      if (start < 0 || start + bytes.length > sizeBytes) throw new Error("beyond the content");
      await writeAll(handle, bytes, start);
      sha256 = null;
    },
    sha256: hashNow,
    async keep() {
      const kept = await hashNow();
      await handle.sync();
      await keep(kept);
      return { sha256: kept };
    },
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  });
}

async function writeAll(handle: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
  let written = 0;
  while (written < bytes.length) {
    const rest = bytes.length - written;
    const { bytesWritten } = await handle.write(bytes, written, rest, position + written);
    written += bytesWritten;
  }
}

async function readSome(handle: FileHandle, start: number, length: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(Math.max(0, length));
  let read = 0;
  while (read < bytes.length) {
    const { bytesRead } = await handle.read(bytes, read, bytes.length - read, start + read);
    if (bytesRead === 0) break;
    read += bytesRead;
  }
  return bytes.subarray(0, read);
}

async function hashOf(handle: FileHandle): Promise<string> {
  const hash = createHash("sha256");
  for (let position = 0; ;) {
    const bytes = await readSome(handle, position, 256 * 1024);
    if (bytes.length === 0) return hash.digest("hex");
    hash.update(bytes);
    position += bytes.length;
  }
}
