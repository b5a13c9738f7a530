import type { AppError } from "../error/errors.ts";
import type { Result } from "../error/result.ts";
import type { MemoView } from "./lists/memo-view.ts";
import type { AbortSignalLike } from "./shared/abort-signal.ts";
import type { Transcript } from "./transcript.ts";
import type { AttachmentView } from "./lists/attachment-view.ts";

/**
 * What the UI can do with attachments. Their bytes go by HTTP on the page's own origin: in with
 * `POST /files`, out with `GET /file/attachments/<id>/<filename>`.
 */
export interface AppAttachments {
  /** What waits with a draft to become part of a memo, in order. */
  ofDraft(key: string): Promise<AttachmentView[]>;
  setDraft(key: string, ids: readonly string[]): Promise<void>;
  /** Gives a memo exactly these, in this order. What is taken off stays, on no memo. */
  set(memo: string, ids: readonly string[]): Promise<Result<MemoView, AppError>>;
  rename(id: string, filename: string): Promise<Result<AttachmentView, AppError>>;
  /** Removes for good: all of them or, when one may not be removed, none. */
  remove(ids: readonly string[]): Promise<Result<null, AppError>>;
  /** Brings the content to this device; UNAVAILABLE while there is nobody to bring it from. */
  fetch(id: string): Promise<Result<AttachmentView, AppError>>;
  /** Has its server write down what is said in a recording. NOT_FOUND where there is none. */
  transcribe(
    id: string,
    signal: AbortSignalLike | undefined,
  ): Promise<Result<Transcript, AppError>>;
  /** Keeps their content on this device, which brings what is not here yet; or lets it go again. */
  setKept(ids: readonly string[], isKept: boolean): Promise<void>;
}
