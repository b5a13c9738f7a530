import type { AppError } from "../error/errors.ts";
import type { Caller } from "../model/caller.ts";
import { err, ok, type Result } from "../error/result.ts";
import type { AttachmentDeps } from "./attachment-deps.ts";
import type { StagedBlob } from "./file/blob-store.ts";
import { checkFilename } from "./file/filename.ts";
import type { InspectedMedia } from "./file/inspect-media.ts";
import { mediaEssence } from "./file/media-type.ts";
import { quotaFor, tooLarge } from "./upload-quota.ts";

/** A received file that isn't stored yet. Disposing deletes it unless it was stored. */
export interface ReceivedFile extends AsyncDisposable {
  readonly filename: string;
  readonly blob: StagedBlob;
  readonly media: InspectedMedia;
}

/**
 * Receives one file as a stream. TOO_LARGE as soon as it exceeds the file size limit or the user's remaining
 * quota; the received part is deleted then.
 */
export async function receiveFile(
  deps: AttachmentDeps,
  caller: Caller,
  file: { readonly filename: string; readonly type: string },
  source: AsyncIterable<Uint8Array>,
): Promise<Result<ReceivedFile, AppError>> {
  const filename = checkFilename(file.filename);
  if (!filename.ok) return filename;
  const quota = await quotaFor(deps, caller);
  const staged = await deps.blobs.stage(source, quota.bytes);
  if (!staged.ok) return err(tooLarge(quota));
  await using held = new AsyncDisposableStack();
  held.use(staged.value);
  const media = await deps.inspectMedia(staged.value, {
    filename: filename.value,
    type: mediaEssence(file.type),
    keepsMetadata: await deps.keepsMetadata(caller.name),
  });
  const moved = held.move();
  return ok({
    filename: filename.value,
    blob: staged.value,
    media,
    [Symbol.asyncDispose]: () => moved.disposeAsync(),
  });
}
