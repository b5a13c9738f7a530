import type { BlobStore } from "@tidemark/core/attachment";
import type { BlobTransport, OutgoingFile, SentFile } from "@tidemark/core/sync/protocol";
import { DetailedError, Upload, type UploadOptions } from "tus-js-client";
import { startStall } from "./stall.ts";

/** Size of an upload request; an interruption loses at most one. */
const chunkBytes = 4 * 1024 * 1024;
/** Delays for short interruptions; the loop handles longer ones. */
const retryDelaysMs = [300, 1500, 5000];

/** Sends a blob to the server with tus 1.0. */
export async function uploadBlob(
  { blobs, signal }: { readonly blobs: BlobStore; readonly signal: AbortSignal },
  endpoint: string,
  headers: Record<string, string>,
  file: OutgoingFile,
  { onUrl, onSent }: Parameters<BlobTransport["upload"]>[1],
): Promise<SentFile> {
  const { filename, type, sha256, sizeBytes, url: known } = file;
  let noted: Promise<void> = Promise.resolve();
  const { promise, resolve, reject } = Promise.withResolvers<SentFile>();
  const options: UploadOptions = {
    // A known upload is continued or ends; the caller decides whether to start a new one.
    ...(known === null ? { endpoint } : { uploadUrl: `${endpoint}/${known}` }),
    headers,
    metadata: { filename, type, sha256 },
    chunkSize: chunkBytes,
    retryDelays: retryDelaysMs,
    uploadSize: sizeBytes,
    storeFingerprintForResuming: false,
    fingerprint: () => Promise.resolve(""),
    fileReader: { openFile: async () => sourceOf(blobs, sha256, sizeBytes) },
    onUploadUrlAvailable() {
      const id = new URL(running.url ?? endpoint).pathname.split("/").at(-1) ?? "";
      // The response may name another origin, which would receive the token and the file.
      running.url = `${endpoint}/${id}`;
      if (id !== known) noted = onUrl(id);
    },
    onProgress: () => stall.refresh(),
    onChunkComplete: (_chunk, accepted) => onSent(accepted),
    onSuccess: () => resolve({ type: "done" }),
    onError(error) {
      const ended = error instanceof DetailedError ? outcomeOf(error) : null;
      if (ended === null) reject(error);
      else resolve(ended);
    },
  };
  const running = new Upload(new Blob(), options);
  const cut = (reason: string): void => {
    void running.abort();
    reject(new Error(reason));
  };
  const stall = startStall(() => cut("the server takes nothing more"));
  const onAbort = (): void => cut("the upload was stopped");
  signal.addEventListener("abort", onAbort, { once: true });
  try {
    signal.throwIfAborted();
    running.start();
    return await promise;
  } finally {
    stall.end();
    signal.removeEventListener("abort", onAbort);
    await noted;
  }
}

/** Returns the outcome of a refused upload; null if a retry may succeed. */
function outcomeOf({ originalResponse }: DetailedError): SentFile | null {
  switch (originalResponse?.getStatus()) {
    case 400:
      return { type: "refused", code: "invalid" };
    case 403:
      return { type: "refused", code: "denied" };
    case 404:
    case 410:
      return { type: "expired" };
    case 413:
      return { type: "refused", code: "too-large" };
    case 460:
      return { type: "corrupt" };
    default:
      return null;
  }
}

/** Reads a blob in chunks, from any store. */
function sourceOf(blobs: BlobStore, sha256: string, size: number) {
  return {
    size,
    async slice(start: number, end: number) {
      const content = await blobs.open(sha256, { start, end: Math.min(end, size) });
      if (content === null) throw new Error("the file is no longer on this device");
      const read: Uint8Array[] = [];
      for await (const bytes of content) read.push(bytes);
      const value = joinBytes(read);
      // The library uses this as the length of the request.
      return { value: Object.assign(value, { size: value.length }), done: end >= size };
    },
    close: () => {},
  };
}

function joinBytes(pieces: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
