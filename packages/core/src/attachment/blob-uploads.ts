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
import { hasRoom, noRoom, roomFor, tooLarge } from "./upload-room.ts";

/** What a device says of a file before it sends it. */
export interface DeclaredFile {
  readonly filename: string;
  /** "": to be found out. */
  readonly type: string;
  readonly sizeBytes: number;
  /** Hash of the bytes that it will send, hex. */
  readonly sha256: string;
}

/** The server's side of sending files from devices, free of transport (docs/sync.md §8). */
export interface BlobUploads {
  /**
   * Those of the hashes whose content the caller has to send. The others are here, and are kept long
   * enough for an attachment to use them. Content that somebody else has is no answer to a stranger.
   */
  lacking(caller: Caller, hashes: readonly string[]): Promise<string[]>;
  /** Whether a file may be sent: a name, a type, and room for it. */
  admit(caller: Caller, file: DeclaredFile): Promise<Result<null, AppError>>;
  /**
   * Takes in a file that has arrived whole, when it is what was declared. What a camera wrote is
   * wiped where the user wants that, so what is kept may have another hash than what came.
   */
  finish(
    caller: Caller,
    file: DeclaredFile,
    source: AsyncIterable<Uint8Array>,
  ): Promise<Result<ReceivedBlob, AppError>>;
}

const sha256Pattern = /^[0-9a-f]{64}$/;
/** More rows with the same content are not looked through for one that the caller may read. */
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
      const room = await roomFor(deps, caller, file.sizeBytes);
      return file.sizeBytes > room.bytes ? err(tooLarge(room)) : ok(null);
    },
    async finish(caller, file, source) {
      const fits = checkDeclared(file);
      if (!fits.ok) return fits;
      const room = await roomFor(deps, caller);
      const staged = await deps.blobs.stage(source, room.bytes);
      if (!staged.ok) return err(tooLarge(room));
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
      // Awaited here: while the file is let go of, nobody else would hear of a failure.
      return await database.write(async (stores) => {
        if (!(await hasRoom(stores, deps.limits(), caller, received))) return err(noRoom());
        await stores.receivedBlobs.save(received);
        return ok(received);
      }, caller);
    },
  };
}

/** Content that is kept, with what the server found in it. */
export interface KnownContent {
  /** The hash under which it is kept. */
  readonly sha256: string;
  readonly sizeBytes: number;
  readonly type: string;
  readonly motion: MotionMedia | null;
  readonly metadata: MediaMetadata | null;
}

/** Returns the content of that hash when the caller has sent it or may read it; null otherwise. */
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
    // A pairing with another file there says nothing about the content.
    const motion = each.motion?.hasEmbeddedVideo === true ? each.motion : null;
    return { ...each, sha256, motion };
  }
  return null;
}

function checkDeclared(file: DeclaredFile): Result<null, AppError> {
  const filename = checkFilename(file.filename);
  if (!filename.ok) return filename;
  // A device has found out what it is before it declares it.
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
