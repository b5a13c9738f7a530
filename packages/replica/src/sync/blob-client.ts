import { type BlobStore, thumbnailEtag } from "@tidemark/core/attachment";
import type { BlobTransport, OutgoingFile, SentFile } from "@tidemark/core/sync/protocol";
import { DetailedError, Upload, type UploadOptions } from "tus-js-client";
import { inBackground } from "../platform/background.ts";
import { serverFetch } from "./server-fetch.ts";

export interface BlobClientDeps {
  readonly serverUrl: string;
  readonly token: string;
  readonly blobs: BlobStore;
  readonly lackingBlobs: BlobTransport["lackingBlobs"];
  /** Cuts what is under way. */
  readonly signal: AbortSignal;
}

/** A request this long; what a cut loses is at most what the line held. */
const chunkBytes = 4 * 1024 * 1024;
/** Short cuts are bridged here; longer ones are the loop's to wait for. */
const retryDelaysMs = [300, 1500, 5000];
const maxDownloadCuts = 4;
/** A line on which nothing moves for so long is dead. */
const stallMs = 60_000;

/** Carries content between this device and its server: tus 1.0 upwards, ranges of files downwards. */
export function createBlobClient(deps: BlobClientDeps): BlobTransport {
  const server = deps.serverUrl.replace(/\/+$/, "");
  const headers = { authorization: `Bearer ${deps.token}` };
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
      // Of what cannot be made smaller the server answers all.
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
    // One that was begun goes on or ends: whether it is to begin anew is for the caller to find out.
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
      // The answer may name another origin, which would get the token and the file.
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

/** What a refusal means; null for what another try may mend. */
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

/** Reads a blob a chunk at a time, from wherever the server is. */
function sourceOf(blobs: BlobStore, sha256: string, size: number) {
  return {
    size,
    async slice(start: number, end: number) {
      const content = await blobs.open(sha256, { start, end: Math.min(end, size) });
      if (content === null) throw new Error("the file is no longer on this device");
      const read: Uint8Array[] = [];
      for await (const bytes of content) read.push(bytes);
      const value = joinBytes(read);
      // The library names the length of a request by this.
      return { value: Object.assign(value, { size: value.length }), done: end >= size };
    },
    close: () => {},
  };
}

interface Got {
  readonly body: AsyncIterable<Uint8Array>;
  readonly refresh: () => void;
  /** As the server calls what it sends. */
  readonly etag: string | null;
  /** Nothing more of it is wanted. */
  cancel(): Promise<void>;
}

/** null: not there for this user. */
async function get(
  { signal }: BlobClientDeps,
  url: string,
  headers: Record<string, string>,
  from: number,
): Promise<Got | null> {
  const stalled = new AbortController();
  const stall = startStall(() => stalled.abort(new Error("nothing more comes")));
  const response = await serverFetch(url, {
    headers: from === 0 ? headers : { ...headers, range: `bytes=${from}-` },
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

/** The bytes of a file, asked for again from where the line was cut. */
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

/** Calls back when nothing moved for a minute. */
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

/** Rejects with the signal's reason when it is aborted before that. */
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
