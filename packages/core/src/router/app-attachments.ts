import type { AppError } from "../error/errors.ts";
import type { Result } from "../error/result.ts";
import type { MemoView } from "./lists/memo-view.ts";
import type { AbortSignalLike } from "./shared/abort-signal.ts";
import type { Transcript } from "./transcript.ts";
import type { AttachmentView } from "./lists/attachment-view.ts";

/**
 * Attachment calls of the UI. Their bytes use HTTP on the page's own origin: `POST /files` uploads, `GET
 * /file/attachments/<id>/<filename>` downloads.
 */
export interface AppAttachments {
  /** Returns the attachments of a draft, which become part of its memo, in order. */
  ofDraft(key: string): Promise<AttachmentView[]>;
  setDraft(key: string, ids: readonly string[]): Promise<void>;
  /** Sets a memo's attachments and their order. Removed ones stay in the library, on no memo. */
  set(memo: string, ids: readonly string[]): Promise<Result<MemoView, AppError>>;
  rename(id: string, filename: string): Promise<Result<AttachmentView, AppError>>;
  /** Deletes attachments for good: all of them or, if one may not be deleted, none. */
  remove(ids: readonly string[]): Promise<Result<null, AppError>>;
  /**
   * Downloads the content to this device. Fails with UNAVAILABLE while there is no connection to a server.
   */
  fetch(id: string): Promise<Result<AttachmentView, AppError>>;
  /** Transcribes a recording on its server. Fails with NOT_FOUND if the recording doesn't exist. */
  transcribe(
    id: string,
    signal: AbortSignalLike | undefined,
  ): Promise<Result<Transcript, AppError>>;
  /** Pins their content to this device and downloads missing content, or lets it be evicted again. */
  setKept(ids: readonly string[], isKept: boolean): Promise<void>;
}
