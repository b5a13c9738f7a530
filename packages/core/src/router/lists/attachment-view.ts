import type { ShownKind } from "../../attachment/file/file-presentation.ts";

/** Attachment as the UI shows it. */
export interface AttachmentView {
  readonly id: string;
  readonly filename: string;
  /** Media type in lower case. */
  readonly type: string;
  readonly kind: ShownKind;
  readonly sizeBytes: number;
  /** Size in pixels as displayed; `null` if unknown. */
  readonly width: number | null;
  readonly height: number | null;
  /** Duration of a video, if known. */
  readonly durationSeconds: number | null;
  /** An https address instead of content, or "". */
  readonly externalLink: string;
  /** True if its content is on this device; the page's origin serves only such content. */
  readonly isHere: boolean;
  /**
   * True if a thumbnail is on this device, served with `?thumbnail=true`. Only checked if the content isn't.
   */
  readonly hasSmall: boolean;
  /**
   * True if its content is never evicted from this device. `null` if there is no content, or no server to
   * download it from again.
   */
  readonly isKept: boolean | null;
}
