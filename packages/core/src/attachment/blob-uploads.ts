import { appError, invalidField, type AppError } from "../error/errors.ts";
import { readAccess } from "../access/read-access.ts";
import type { MediaMetadata, MotionMedia } from "../model/attachment.ts";
import type { Caller } from "../model/caller.ts";
import type { ReceivedBlob } from "../stores/attachment-store.ts";
import type { ServerDatabase, ServerReadStores } from "../stores/server-database.ts";
import { err, ok, type Result } from "../error/result.ts";
import { mayReadAttachment } from "../access/attachment-access.ts";
import type { AttachmentDeps } from "./attachment-deps.ts";
import { checkFilename } from "./file/filename.ts";
import { mediaEssence } from "./file/media-type.ts";
import { fitsQuota, quotaExceeded, quotaFor, tooLarge } from "./upload-quota.ts";

/** Metadata that a device declares before it sends a file. */
export interface DeclaredFile {
  readonly filename: string;
  /** Media type; `""` to detect it from the content. */
  readonly type: string;
  readonly sizeBytes: number;
  /** SHA-256 of the bytes that the device will send, in hex. */
  readonly sha256: string;
}

/** Server side of uploads from devices, independent of transport (docs/sync.md §8). */
export interface BlobUploads {
  /**
   * Returns the hashes whose content the caller has to send. Content of the others is stored, and stays long
   * enough for an attachment to use it. Content that only other users have counts as missing.
   */
  lacking(caller: Caller, hashes: readonly string[]): Promise<string[]>;
  /** Checks whether a file may be sent: its name, its type and the available space. */
  admit(caller: Caller, file: DeclaredFile): Promise<Result<null, AppError>>;
  /**
   * Stores a completely received file if it matches its declaration. Strips camera metadata if the user wants
   * that, so the stored content may have another hash than the received bytes.
   */
  finish(
    caller: Caller,
    file: DeclaredFile,
    source: AsyncIterable<Uint8Array>,
  ): Promise<Result<ReceivedBlob, AppError>>;
}

const sha256Pattern = /^[0-9a-f]{64}$/;
/** Maximum number of rows with the same content to search for one that the caller may read. */
const maxReadable = 50;

export function createBlobUploads(deps: AttachmentDeps<ServerDatabase>): BlobUploads {
  const { database, clock } = deps.memoDeps;

  return {
    async lacking(caller, hashes) {
      const lacking: string[] = [];
      for (const sha256 of new Set(hashes)) {
        const stored = await database.read((stores) => reachable(stores, caller, sha256));
        if (stored === null || !(await deps.blobs.refresh(stored.sha256))) lacking.push(sha256);
      }
      return lacking;
    },
    async admit(caller, file) {
      const fits = checkDeclared(file);
      if (!fits.ok) return fits;
      const quota = await quotaFor(deps, caller, file.sizeBytes);
      return file.sizeBytes > quota.bytes ? err(tooLarge(quota)) : ok(null);
    },
    async finish(caller, file, source) {
      const fits = checkDeclared(file);
      if (!fits.ok) return fits;
      const quota = await quotaFor(deps, caller);
      const staged = await deps.blobs.stage(source, quota.bytes);
      if (!staged.ok) return err(tooLarge(quota));
      await using blob = staged.value;
      const isWhole = blob.sizeBytes === file.sizeBytes && (await blob.sha256()) === file.sha256;
      if (!isWhole) {
        return err(
          invalidField("sha256", "the content doesn't match its declared hash; send it again"),
        );
      }
      const media = await deps.inspectMedia(blob, {
        filename: file.filename,
        type: mediaEssence(file.type),
        keepsMetadata: await deps.keepsMetadata(caller.name),
      });
      const { sha256 } = await blob.keep();
      const received: ReceivedBlob = {
        user: caller.name,
        declaredSha256: file.sha256,
        sha256,
        sizeBytes: blob.sizeBytes,
        ...media,
        atMs: clock.nowMs(),
      };
      // Awaited here: otherwise `blob` would be disposed first, and a rejection in between would be
      // unhandled.
      return await database.write(async (stores) => {
        if (!(await fitsQuota(stores, deps.limits(), caller, received)))
          return err(quotaExceeded());
        await stores.receivedBlobs.save(received);
        return ok(received);
      }, caller);
    },
  };
}

/** Stored content, with the metadata that the server found in it. */
export interface KnownContent {
  /** Hash of the stored content. */
  readonly sha256: string;
  readonly sizeBytes: number;
  readonly type: string;
  readonly motion: MotionMedia | null;
  readonly metadata: MediaMetadata | null;
}

/** Returns the content of that hash if the caller sent it or may read it; null otherwise. */
export async function reachable(
  stores: Pick<ServerReadStores, "memos" | "attachments" | "receivedBlobs">,
  caller: Caller,
  sha256: string,
): Promise<KnownContent | null> {
  if (!sha256Pattern.test(sha256)) return null;
  const received = await stores.receivedBlobs.find(caller.name, sha256);
  if (received !== null) return received;
  const reader = { access: readAccess(caller), sharedMemo: null };
  for (const each of await stores.attachments.listByContent(sha256, caller.name, maxReadable)) {
    if (!(await mayReadAttachment(stores, reader, each))) continue;
    // Pairing with another file isn't a property of the content.
    const motion = each.motion?.hasEmbeddedVideo === true ? each.motion : null;
    return { ...each, sha256, motion };
  }
  return null;
}

function checkDeclared(file: DeclaredFile): Result<null, AppError> {
  const filename = checkFilename(file.filename);
  if (!filename.ok) return filename;
  // A device detects the type before it declares it.
  if (file.type !== "" && mediaEssence(file.type) === "") {
    return err(invalidField("type", "is not a media type"));
  }
  if (!sha256Pattern.test(file.sha256)) {
    return err(invalidField("sha256", "must be 64 hexadecimal digits in lower case"));
  }
  return Number.isSafeInteger(file.sizeBytes) && file.sizeBytes >= 0
    ? ok(null)
    : err(appError("INVALID_ARGUMENT", "the file's length must be declared"));
}
