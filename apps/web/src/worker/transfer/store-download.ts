import type { FilesReply } from "@tidemark/replica/rpc";
import { filesFolder, stagedFolder } from "../../owner/file-heads.ts";

/** Name of the last export in the folder for incoming files, which is emptied when the database is opened. */
const fileName = "download";
/** Bytes to collect in memory before they become part of a blob. */
const pieceBytes = 4 * 1024 * 1024;

/** Stores an answer, as a file of this browser or in memory, and returns it under its name. */
export async function storeDownload(
  { headers, body }: FilesReply,
  isPersistent: boolean,
): Promise<File> {
  const parts = body ?? noParts();
  const stored = isPersistent ? await inPrivateFile(parts) : await inMemory(parts);
  const type = headers["content-type"] ?? "";
  return new File([stored], nameIn(headers["content-disposition"] ?? ""), { type });
}

async function inPrivateFile(parts: AsyncIterable<Uint8Array>): Promise<Blob> {
  const root = await navigator.storage.getDirectory();
  const files = await root.getDirectoryHandle(filesFolder, { create: true });
  const staged = await files.getDirectoryHandle(stagedFolder, { create: true });
  const file = await staged.getFileHandle(fileName, { create: true });
  const access = await file.createSyncAccessHandle();
  try {
    access.truncate(0);
    let at = 0;
    for await (const part of parts) {
      const written = access.write(Uint8Array.from(part), { at });
      if (written < part.length) throw new DOMException("a short write", "QuotaExceededError");
      at += written;
    }
    access.flush();
  } catch (error) {
    access.truncate(0);
    throw error;
  } finally {
    access.close();
  }
  return file.getFile();
}

async function inMemory(parts: AsyncIterable<Uint8Array>): Promise<Blob> {
  let stored = new Blob();
  let waiting: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  for await (const part of parts) {
    waiting.push(Uint8Array.from(part));
    bytes += part.length;
    if (bytes < pieceBytes) continue;
    stored = new Blob([stored, ...waiting]);
    waiting = [];
    bytes = 0;
  }
  return new Blob([stored, ...waiting]);
}

/** Returns the file name in a `content-disposition`. */
function nameIn(disposition: string): string {
  const encoded = /filename\*=UTF-8''([^;]+)/.exec(disposition)?.[1];
  if (encoded !== undefined) return decodeURIComponent(encoded);
  return /filename="([^"]*)"/.exec(disposition)?.[1] ?? "tidemark";
}

async function* noParts(): AsyncGenerator<Uint8Array> {}
