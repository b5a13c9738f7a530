import type { AttachmentService, BlobStore, BlobUploads } from "@tidemark/core/attachment";
import { servedAttachment } from "@tidemark/core/attachment";
import { type AppError, errorCodes } from "@tidemark/core";
import type { Caller } from "@tidemark/core/model";
import { readAccess } from "@tidemark/core/access";
import type { OutgoingFile, SentFile } from "@tidemark/core/sync/protocol";
import type { SimDisk } from "./sim-disk.ts";

/** Requests of the calls that transfer content. The bytes are in `Freight`, under a name. */
export interface BlobRequests {
  readonly lacking: { readonly hashes: readonly string[] };
  readonly create: { readonly file: Omit<OutgoingFile, "url"> };
  readonly head: { readonly upload: string };
  readonly append: { readonly upload: string; readonly offset: number; readonly bytes: string };
  readonly read: { readonly attachment: string; readonly from: number };
}

export type UploadAnswer =
  | { readonly type: "at"; readonly upload: string; readonly offset: number }
  /** The offset isn't the server's; the device must query it. */
  | { readonly type: "conflict" }
  | SentFile;

/** `null` if the user can't read the file. */
export type ReadAnswer = { readonly bytes: string; readonly sizeBytes: number } | null;

/** Bytes in transit, by name. */
export interface Freight {
  put(bytes: Buffer): string;
  take(name: string): Buffer;
}

export function createFreight(): Freight {
  const all = new Map<string, Buffer>();
  return {
    put(bytes) {
      const name = `bytes-${all.size}`;
      all.set(name, bytes);
      return name;
    },
    take(name) {
      const bytes = all.get(name);
      if (bytes === undefined) throw new Error(`nothing goes by ${name}`);
      return bytes;
    },
  };
}

interface BlobServer {
  readonly attachments: AttachmentService;
  readonly blobUploads: BlobUploads;
  readonly blobs: BlobStore;
}

/** Returns the size of a request's part: half of the file, at least 16 bytes. */
export function partBytes(sizeBytes: number): number {
  return Math.max(16, Math.ceil(sizeBytes / 2));
}

const maxUnfinished = 64;
const unfinishedMs = 7 * 86_400_000;

/**
 * Serves the routes that transfer content, without HTTP. Does what `blob-routes.ts` does around the tus
 * server, with the uploads of a simulated disk.
 */
export async function serveBlob(
  given: {
    readonly process: BlobServer;
    readonly disk: SimDisk;
    readonly freight: Freight;
    readonly nowMs: number;
    readonly newId: () => string;
  },
  caller: Caller,
  method: string,
  payload: unknown,
): Promise<unknown> {
  const { process, disk, freight } = given;
  switch (method) {
    case "blob.lacking":
      return process.blobUploads.lacking(caller, (payload as BlobRequests["lacking"]).hashes);
    case "blob.create":
      return create(given, caller, (payload as BlobRequests["create"]).file);
    case "blob.head":
    case "blob.append": {
      const request = payload as BlobRequests["head"] | BlobRequests["append"];
      const { upload: id } = request;
      const upload = disk.uploads.get(id);
      if (upload === undefined || upload.user !== caller.name) return { type: "expired" };
      // The upload was complete when the server stopped.
      if (upload.bytes.length === upload.sizeBytes) {
        await finish(given, caller, id);
        return { type: "expired" };
      }
      if (!("bytes" in request)) return { type: "at", upload: id, offset: upload.bytes.length };
      if (request.offset !== upload.bytes.length) return { type: "conflict" };
      upload.bytes = Buffer.concat([upload.bytes, freight.take(request.bytes)]);
      if (upload.bytes.length < upload.sizeBytes) {
        return { type: "at", upload: id, offset: upload.bytes.length };
      }
      return finish(given, caller, id);
    }
    case "blob.read":
      return read(given, caller, payload as BlobRequests["read"]);
    default:
      throw new Error(`the server has no ${method}`);
  }
}

async function create(
  given: Parameters<typeof serveBlob>[0],
  caller: Caller,
  file: BlobRequests["create"]["file"],
): Promise<UploadAnswer> {
  const { process, disk } = given;
  const admitted = await process.blobUploads.admit(caller, file);
  if (!admitted.ok) return refusalOf(admitted.error);
  const unfinished = [...disk.uploads.values()].filter(({ user }) => user === caller.name);
  if (unfinished.length >= maxUnfinished) throw new Error("too many unfinished uploads");
  const { filename, type, sizeBytes, sha256 } = file;
  const id = given.newId();
  const known = { filename, type, sizeBytes, sha256 };
  const begunMs = given.nowMs;
  disk.uploads.set(id, { ...known, user: caller.name, begunMs, bytes: Buffer.alloc(0) });
  return sizeBytes === 0 ? finish(given, caller, id) : { type: "at", upload: id, offset: 0 };
}

async function finish(
  { process, disk }: Parameters<typeof serveBlob>[0],
  caller: Caller,
  id: string,
): Promise<UploadAnswer> {
  const upload = disk.uploads.get(id);
  if (upload === undefined) return { type: "expired" };
  const { bytes } = upload;
  const done = await process.blobUploads.finish(
    caller,
    upload,
    (async function* () {
      yield bytes;
    })(),
  );
  disk.uploads.delete(id);
  return done.ok ? { type: "done" } : refusalOf(done.error);
}

function refusalOf({ code, fields }: AppError): SentFile {
  if (fields.some(({ field }) => field === "sha256")) return { type: "corrupt" };
  switch (errorCodes[code].status) {
    case 403:
      return { type: "refused", code: "denied" };
    case 413:
      return { type: "refused", code: "too-large" };
    default:
      return { type: "refused", code: "invalid" };
  }
}

/** Returns a part of a file, like the response to a range request. */
async function read(
  { process, freight }: Parameters<typeof serveBlob>[0],
  caller: Caller,
  { attachment, from }: BlobRequests["read"],
): Promise<ReadAnswer> {
  const reader = { access: readAccess(caller), sharedMemo: null };
  const found = await process.attachments.getForReader(reader, attachment);
  if (!found.ok) return null;
  const served = await servedAttachment(process.blobs, found.value, { motion: false });
  if (served === null) return null;
  const { sizeBytes } = served;
  const end = Math.min(sizeBytes, from + partBytes(sizeBytes));
  const content = await served.open({ start: Math.min(from, end), end });
  if (content === null) return null;
  const pieces: Uint8Array[] = [];
  for await (const piece of content) pieces.push(piece);
  return { bytes: freight.put(Buffer.concat(pieces)), sizeBytes };
}

/** Deletes unfinished uploads that are older than a week. */
export function expireUploads({ uploads }: SimDisk, nowMs: number): void {
  for (const [id, { begunMs }] of uploads) {
    if (begunMs < nowMs - unfinishedMs) uploads.delete(id);
  }
}
