import {
  appError,
  type AppError,
  AppFailure,
  err,
  errorCodes,
  findNul,
  StorageError,
  storageFailed,
} from "@tidemark/core";
import { CredentialRevokedError } from "@tidemark/core/access";
import type { DeclaredFile } from "@tidemark/core/attachment";
import { KeyedLock } from "@tidemark/core/concurrency";
import type { Caller } from "@tidemark/core/model";
import { ERRORS, Server, type ServerOptions, type Upload } from "@tus/server";
import { isUploadId, maxUnfinished, UploadGoneError } from "../files/uploads/uploads.ts";
import { diskFullError } from "../disk/disk-space.ts";
import type { Services } from "../services/services.ts";
import type { BegunUploads } from "./begun-uploads.ts";

/** Answers devices' upload requests, given Node's request and response. */
export type BlobServer = Pick<Server, "handle">;

type Hooked = Parameters<NonNullable<ServerOptions["onIncomingRequest"]>>[0];

interface BlobServerOptions {
  /** Caller of each request. */
  readonly callers: WeakMap<object, Caller>;
  /** Called when a disk is full. */
  readonly onDiskFull: (fault: StorageError) => void;
}

export function createBlobServer(
  { blobUploads, files, disk }: Pick<Services, "blobUploads" | "files" | "disk">,
  begun: BegunUploads,
  { callers, onDiskFull }: BlobServerOptions,
): BlobServer {
  const callerOf = (request: Hooked): Caller => {
    const raw = request.runtime?.node?.req;
    const caller = raw === undefined ? undefined : callers.get(raw);
    if (caller === undefined) throw new TusFailure(appError("UNAUTHENTICATED", "sign in first"));
    return caller;
  };
  const { uploads } = files;
  const { store } = uploads;
  // Per upload: an upload isn't changed during its check, and two requests that find it complete don't both
  // finish it.
  const lock = new KeyedLock();

  /** Converts the file store's error, which only reports a failed write, even if the sender disconnected. */
  const unwritten = (error: unknown): StorageError | null =>
    error === ERRORS.FILE_WRITE_ERROR
      ? new StorageError(disk.isShort() ? "disk-full" : "unwritable", null)
      : null;

  async function finish(caller: Caller, upload: Pick<Upload, "id" | "size" | "metadata">) {
    let isTriedAgain = false;
    try {
      const content = uploads.read(upload.id);
      const done = await blobUploads.finish(caller, declared(upload), content).catch(asRefusal);
      // 460 is tus' status for a checksum mismatch.
      if (!done.ok) throw new TusFailure(done.error, isBroken(done.error) ? 460 : undefined);
    } catch (error) {
      // Another process has just stored it, or it was lost: the device checks, or sends it again.
      if (error instanceof UploadGoneError) throw notThere();
      isTriedAgain = isPassing(error);
      throw error;
    } finally {
      // It is stored or invalid, so the uploaded bytes aren't needed.
      if (!isTriedAgain) await uploads.drop(upload.id);
    }
  }

  return new Server({
    path: "/sync/blobs",
    relativeLocation: true,
    datastore: store,
    allowedOrigins: [],
    async onIncomingRequest(request, id) {
      const caller = callerOf(request);
      // The id is new, and nothing is stored under it yet.
      if (request.method === "POST") return;
      // Some stores use it in file names.
      if (!isUploadId(id)) throw notThere();
      if (request.method === "PATCH") disk.requireRoom("files");
      await lock.run(id, async () => {
        if ((await uploads.ownerOf(id)) !== caller.name) throw notThere();
        const upload = await store.getUpload(id);
        // It was complete when the server stopped. It is finished now and then no longer exists.
        if (upload.size === upload.offset && request.method !== "DELETE") {
          await finish(caller, upload);
          throw notThere();
        }
      });
    },
    async onUploadCreate(request, upload) {
      const caller = callerOf(request);
      const file = declared(upload);
      if (findNul(file) !== null) {
        throw new TusFailure(appError("INVALID_ARGUMENT", "metadata must not contain U+0000"));
      }
      const admitted = await blobUploads.admit(caller, file);
      if (!admitted.ok) throw new TusFailure(admitted.error);
      // Counted before reading the store: an upload stored in between may be counted twice, but is never
      // missed. Not needed if the store enforces the limit.
      const before = uploads.isLimited ? 0 : begun.before(caller, request.runtime?.node?.req);
      if ((await uploads.unfinishedOf(caller.name)) + before >= maxUnfinished) {
        throw new TusFailure(appError("RESOURCE_EXHAUSTED", "too many unfinished uploads"));
      }
      const { filename, type, sha256 } = file;
      return { metadata: { filename, type, sha256, user: caller.name } };
    },
    async onUploadFinish(request, upload) {
      await lock.run(upload.id, () => finish(callerOf(request), upload));
      return {};
    },
    onResponseError(_request, error) {
      const fault = diskFullError(error) ?? unwritten(error);
      if (fault?.fault === "disk-full") onDiskFull(fault);
      const refusal = refusalOf(fault ?? error);
      if (refusal === null) return undefined;
      const { status_code, body } = new TusFailure(refusal);
      return { status_code, body };
    },
  });
}

/** Converts the error of a credential that ended during the upload to a refusal. */
function asRefusal(error: unknown): { readonly ok: false; readonly error: AppError } {
  if (error instanceof CredentialRevokedError) return err(error.error);
  throw error;
}

/** Returns a store's error; null for the tus server's own errors and any others. */
function refusalOf(error: unknown): AppError | null {
  if (error instanceof AppFailure) return error.error;
  return error instanceof StorageError ? storageFailed(error) : null;
}

/** True if a retry may succeed: for errors of the file store or the database. */
function isPassing(error: unknown): boolean {
  return (
    diskFullError(error) !== null ||
    error instanceof StorageError ||
    (error instanceof AppFailure && error.error.code === "UNAVAILABLE")
  );
}

/** Returns the declared file. A missing length becomes -1, which is refused. */
function declared({ size, metadata }: Pick<Upload, "size" | "metadata">): DeclaredFile {
  return {
    filename: metadata?.["filename"] ?? "",
    type: metadata?.["type"] ?? "",
    sizeBytes: size ?? -1,
    sha256: metadata?.["sha256"] ?? "",
  };
}

/** True if the hash didn't match, so sending it again may succeed. */
function isBroken({ fields }: AppError): boolean {
  return fields.some(({ field }) => field === "sha256");
}

/** Error in the tus server's format: the status, and code and message as JSON. */
class TusFailure extends Error {
  readonly status_code: number;
  readonly body: string;
  constructor({ code, message }: AppError, status: number = errorCodes[code].status) {
    super(message);
    this.status_code = status;
    this.body = JSON.stringify({ code, message });
  }
}

function notThere(): TusFailure {
  return new TusFailure(appError("NOT_FOUND", "no such upload"));
}
