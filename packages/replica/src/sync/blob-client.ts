import { type BlobStore, thumbnailEtag } from "@tidemark/core/attachment";
import type { BlobTransport, OutgoingFile, SentFile } from "@tidemark/core/sync/protocol";
import { DetailedError, Upload, type UploadOptions } from "tus-js-client";
import { inBackground } from "../platform/background.ts";
import { cookiesWith, headersOf, type ServerCredential } from "./credential.ts";
import { serverFetch } from "./server-fetch.ts";

export interface BlobClientDeps {
  readonly serverUrl: string;
  readonly credential: ServerCredential;
  readonly blobs: BlobStore;
  readonly lackingBlobs: BlobTransport["lackingBlobs"];
  /** Aborts running transfers. */
  readonly signal: AbortSignal;
}

/** Size of an upload request; an interruption loses at most one. */
const chunkBytes = 4 * 1024 * 1024;
/** Delays for short interruptions; the loop handles longer ones. */
const retryDelaysMs = [300, 1500, 5000];
const maxDownloadCuts = 4;
/** Time without progress after which a transfer is aborted. */
const stallMs = 60_000;

/**
 * Creates the file transfer between this device and its server: tus 1.0 for uploads, range requests for
 * downloads.
 */
export function createBlobClient(deps: BlobClientDeps): BlobTransport {
  const server = deps.serverUrl.replace(/\/+$/, "");
  const headers = headersOf(deps.credential);
  return {
    lackingBlobs: deps.lackingBlobs,
    upload: (file, progress) => upload(deps, `${server}/sync/blobs`, headers, file, progress),
    async download({ attachment, filename }) {
      const name = encodeURIComponent(filename);
      const url = `${server}/file/attachments/${attachment}/${name}`;
      const first = await get(deps, url, headers, 0);
      return first === null ? null : pieces(deps, url, headers, first);
    },
    async downloadSmall({ attachment, filename, sha256 }) {
      const name = encodeURIComponent(filename);
      const url = `${server}/file/attachments/${attachment}/${name}?thumbnail=true`;
      const answer = await get(deps, url, headers, 0);
      if (answer === null) return null;
      // For content without a thumbnail the server sends the original.
      if (answer.etag === thumbnailEtag(sha256)) return pieces(deps, url, headers, answer);
      await answer.cancel();
      return null;
    },
  };
}

async function upload(
  { blobs, signal }: BlobClientDeps,
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

interface Got {
  readonly body: AsyncIterable<Uint8Array>;
  readonly refresh: () => void;
  /** Entity tag of the response. */
  readonly etag: string | null;
  /** Discards the rest of the body. */
  cancel(): Promise<void>;
}

/** Requests a file, from an offset. Returns null if this user can't access it. */
async function get(
  { signal, credential }: BlobClientDeps,
  url: string,
  headers: Record<string, string>,
  from: number,
): Promise<Got | null> {
  const stalled = new AbortController();
  const stall = startStall(() => stalled.abort(new Error("nothing more comes")));
  const response = await serverFetch(url, {
    headers: from === 0 ? headers : { ...headers, range: `bytes=${from}-` },
    credentials: cookiesWith(credential),
    signal: AbortSignal.any([signal, stalled.signal]),
  });
  if (response.status === 403 || response.status === 404) {
    await response.body?.cancel();
    return null;
  }
  if (response.status !== (from === 0 ? 200 : 206)) {
    await response.body?.cancel();
    throw new Error(`the server answered ${response.status} for a file`);
  }
  return {
    body: response.body ?? nothing(),
    refresh: () => stall.refresh(),
    etag: response.headers.get("etag"),
    async cancel() {
      stall.end();
      await response.body?.cancel();
    },
  };
}

/** Yields the bytes of a file; after an interruption it requests the rest. */
async function* pieces(
  deps: BlobClientDeps,
  url: string,
  headers: Record<string, string>,
  first: Got,
): AsyncGenerator<Uint8Array> {
  let at = 0;
  let cuts = 0;
  for (let current: Got | null = first; ;) {
    try {
      current ??= await get(deps, url, headers, at);
      if (current === null) return;
      for await (const bytes of current.body) {
        current.refresh();
        at += bytes.length;
        yield bytes;
      }
      return;
    } catch (error) {
      cuts += 1;
      if (cuts > maxDownloadCuts || deps.signal.aborted) throw error;
      current = null;
      await sleep(300 * 2 ** cuts, deps.signal);
    }
  }
}

async function* nothing(): AsyncGenerator<Uint8Array> {}

/** Calls back after a minute without progress. */
function startStall(onStall: () => void): { refresh(): void; end(): void } {
  const start = () => inBackground(setTimeout(onStall, stallMs));
  let timer = start();
  return {
    refresh() {
      clearTimeout(timer);
      timer = start();
    },
    end: () => clearTimeout(timer),
  };
}

/** Rejects with the signal's reason if it is aborted earlier. */
function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", onAbort);
      resolve();
    }, ms);
    signal.addEventListener("abort", onAbort, { once: true });
  });
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
