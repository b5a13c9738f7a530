import type { ShownKind } from "../../attachment/file/file-presentation.ts";

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
