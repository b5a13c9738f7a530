import { type BlobStore, thumbnailEtag } from "@tidemark/core/attachment";
import type { BlobTransport } from "@tidemark/core/sync/protocol";
import { cookiesWith, headersOf, type ServerCredential } from "./credential.ts";
import { serverFetch } from "./server-fetch.ts";
import { startStall } from "./stall.ts";

export interface BlobClientDeps {
  readonly serverUrl: string;
  readonly credential: ServerCredential;
  readonly blobs: BlobStore;
  readonly lackingBlobs: BlobTransport["lackingBlobs"];
  /** Aborts running transfers. */
  readonly signal: AbortSignal;
}

const maxDownloadCuts = 4;

/**
 * Creates the file transfer between this device and its server: tus 1.0 for uploads, range requests for
 * downloads.
 */
export function createBlobClient(deps: BlobClientDeps): BlobTransport {
  const server = deps.serverUrl.replace(/\/+$/, "");
  const headers = headersOf(deps.credential);
  return {
    lackingBlobs: deps.lackingBlobs,
    async upload(file, progress) {
      // Loaded with the first file: most sessions of a browser send none.
      const { uploadBlob } = await import("./upload-blob.ts");
      return uploadBlob(deps, `${server}/sync/blobs`, headers, file, progress);
    },
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
