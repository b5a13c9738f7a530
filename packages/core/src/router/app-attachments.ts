import type { ShownKind } from "../attachment/file-presentation.ts";
import type { AppError } from "../errors.ts";
import type { Result } from "../result.ts";
import type { MemoView } from "./app-port.ts";

/** An attachment as the UI shows it. */
export interface AttachmentView {
  readonly id: string;
  readonly filename: string;
  /** Media type in lower case. */
  readonly type: string;
  readonly kind: ShownKind;
  readonly sizeBytes: number;
  /** Pixels as it is seen; null where nobody knows. */
  readonly width: number | null;
  readonly height: number | null;
  /** Of a video, where somebody knows. */
  readonly durationSeconds: number | null;
  /** An https address in place of content, or "". */
  readonly externalLink: string;
  /** Whether its content is on this device: only then does the page's origin serve it. */
  readonly isHere: boolean;
  /** Whether a small version of a picture is: `?thumbnail=true` serves it. Asked where it is not here. */
  readonly hasSmall: boolean;
  /**
   * Whether its content is kept on this device however much there is; null where that is no question:
   * there is none, or no server to bring it from again.
   */
  readonly isKept: boolean | null;
}

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
  /** Keeps their content on this device, which brings what is not here yet; or lets it go again. */
  setKept(ids: readonly string[], isKept: boolean): Promise<void>;
}
