import type { StagedBlob } from "./blob-store.ts";
import type { MediaMetadata, MotionMedia } from "../../model/attachment.ts";

export interface InspectedMedia {
  /** Media type as given, or detected from the name and then the content. Lower case. */
  readonly type: string;
  readonly metadata: MediaMetadata | null;
  readonly motion: MotionMedia | null;
}

/**
 * Inspects received content before it is stored: detects its type if none is given, motion and metadata.
 * Unless `keepsMetadata`, `metadata` is null and camera metadata (above all the location) is stripped from
 * the file; the orientation stays. Unreadable content isn't an error.
 */
export type InspectMedia = (
  blob: StagedBlob,
  file: { readonly filename: string; readonly type: string; readonly keepsMetadata: boolean },
) => Promise<InspectedMedia>;
