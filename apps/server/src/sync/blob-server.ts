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
import { StandingLostError } from "@tidemark/core/access";
import type { DeclaredFile } from "@tidemark/core/attachment";
import { KeyedLock } from "@tidemark/core/concurrency";
import type { Caller } from "@tidemark/core/model";
import { ERRORS, Server, type ServerOptions, type Upload } from "@tus/server";
import { isUploadId, maxUnfinished, UploadGoneError } from "../files/uploads/uploads.ts";
import { diskFullError } from "../disk/disk-space.ts";
import type { Services } from "../services/services.ts";
import type { BegunUploads } from "./begun-uploads.ts";

/** Answers what devices send of files, by the request that was received and the answer to it. */
export type BlobServer = Pick<Server, "handle">;

type Hooked = Parameters<NonNullable<ServerOptions["onIncomingRequest"]>>[0];

interface BlobServerOptions {
  /** The user of each request that was received. */
  readonly callers: WeakMap<object, Caller>;
  /** Called when the disk took nothing. */
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
  // By id: while an upload is looked at nothing more is done with it, and two requests that find it
  // whole do not both finish it.
  const lock = new KeyedLock();

  /** The store of files says no more than that it could not write, also where the sender went away. */
  const unwritten = (error: unknown): StorageError | null =>
    error === ERRORS.FILE_WRITE_ERROR
      ? new StorageError(disk.isShort() ? "disk-full" : "unwritable", null)
      : null;

  async function finish(caller: Caller, upload: Pick<Upload, "id" | "size" | "metadata">) {
    let isTriedAgain = false;
    try {
      const content = uploads.read(upload.id);
      const done = await blobUploads.finish(caller, declared(upload), content).catch(asRefusal);
      // 460 is what tus calls a checksum that does not match.
      if (!done.ok) throw new TusFailure(done.error, isBroken(done.error) ? 460 : undefined);
    } catch (error) {
      // Another process has just taken it in, or it was lost: the device asks for it, or sends it again.
      if (error instanceof UploadGoneError) throw notThere();
      isTriedAgain = isPassing(error);
      throw error;
    } finally {
      // Kept by now, or not what it should be: either way nobody comes back for these bytes.
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
      // The id was made just now, and nothing is stored under it yet.
      if (request.method === "POST") return;
      // Some stores make file names of it.
      if (!isUploadId(id)) throw notThere();
      if (request.method === "PATCH") disk.requireRoom("files");
      await lock.run(id, async () => {
        if ((await uploads.ownerOf(id)) !== caller.name) throw notThere();
        const upload = await store.getUpload(id);
        // All of it had arrived when the server stopped: it is looked at now, and then it is gone.
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
      // Asked for first: one that is stored meanwhile is rather counted twice than not at all. Not so where
      // the store counts them as it stores them.
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

/** A credential that ended while the file came is a refusal like any other. */
function asRefusal(error: unknown): { readonly ok: false; readonly error: AppError } {
  if (error instanceof StandingLostError) return err(error.error);
  throw error;
}

/** What a store said; null for what the tus server has words for, and for anything else. */
function refusalOf(error: unknown): AppError | null {
  if (error instanceof AppFailure) return error.error;
  return error instanceof StorageError ? storageFailed(error) : null;
}

/** Whether what failed may do when it is asked again: the store of files, or the database. */
function isPassing(error: unknown): boolean {
  return (
    diskFullError(error) !== null ||
    error instanceof StorageError ||
    (error instanceof AppFailure && error.error.code === "UNAVAILABLE")
  );
}

/** A length that is not declared is none that can be admitted. */
function declared({ size, metadata }: Pick<Upload, "size" | "metadata">): DeclaredFile {
  return {
    filename: metadata?.["filename"] ?? "",
    type: metadata?.["type"] ?? "",
    sizeBytes: size ?? -1,
    sha256: metadata?.["sha256"] ?? "",
  };
}

/** Sent again, it may arrive whole. */
function isBroken({ fields }: AppError): boolean {
  return fields.some(({ field }) => field === "sha256");
}

/** An error as the tus server answers it: the status, and the code and message as JSON. */
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
