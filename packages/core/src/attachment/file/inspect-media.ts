import type { StagedBlob } from "./blob-store.ts";
import type { MediaMetadata, MotionMedia } from "../../model/attachment.ts";

export interface InspectedMedia {
  /** As it was given, or found out from the name and then the content. Lower case. */
  readonly type: string;
  readonly metadata: MediaMetadata | null;
  readonly motion: MotionMedia | null;
}

/**
 * Looks into content that has arrived, before it is kept: its type when none is given, whether it
 * moves, and what it says about itself. Unless `keepsMetadata`, `metadata` is null and what a camera
 * wrote into the file (its place above all) is wiped from it; how a picture is to be turned stays.
 * Content that cannot be read is no error.
 */
export type InspectMedia = (
  blob: StagedBlob,
  file: { readonly filename: string; readonly type: string; readonly keepsMetadata: boolean },
) => Promise<InspectedMedia>;
