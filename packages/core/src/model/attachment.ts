import type { Stamp } from "./stamp.ts";
import type { UserReference } from "../names/names.ts";

/** What kinds of moving pictures there are: two files that belong together, or one that holds both. */
export const motionFamilies = [
  "MOTION_MEDIA_FAMILY_UNSPECIFIED",
  "APPLE_LIVE_PHOTO",
  "ANDROID_MOTION_PHOTO",
] as const;
export const motionRoles = [
  "MOTION_MEDIA_ROLE_UNSPECIFIED",
  "STILL",
  "VIDEO",
  "CONTAINER",
] as const;

/** The part that a file has in a moving picture. */
export interface MotionMedia {
  readonly family: (typeof motionFamilies)[number];
  readonly role: (typeof motionRoles)[number];
  /** The same for the files of one picture; "" when it stands alone. */
  readonly groupId: string;
  /** Where in the video the still picture was taken, microseconds; decimal digits. */
  readonly presentationTimestampUs: string;
  readonly hasEmbeddedVideo: boolean;
  /** Where in the stored file the embedded video begins, bytes; it runs to `embeddedVideoEnd`. */
  readonly embeddedVideoStart?: number;
  readonly embeddedVideoEnd?: number;
}

/** What a camera wrote about a picture. Absent: it did not say. */
export interface PhotoMetadata {
  /** Local time as the camera had it, without a zone, and the offset where it gave one. */
  readonly captureTime?: { readonly localDateTime: string; readonly utcOffset?: string };
  readonly location?: {
    readonly latitude: number;
    readonly longitude: number;
    readonly altitudeMeters?: number;
  };
  /** 1 to 8, as EXIF counts. */
  readonly sourceExifOrientation?: number;
  readonly cameraMake?: string;
  readonly cameraModel?: string;
  readonly lensModel?: string;
  readonly fNumber?: number;
  readonly exposureTimeSeconds?: number;
  readonly focalLengthMm?: number;
  readonly iso?: number;
}

/** Width and height in pixels as the picture is seen, its orientation applied. */
export interface MediaMetadata {
  readonly width?: number;
  readonly height?: number;
  readonly photo?: PhotoMetadata;
  readonly video?: { readonly durationSeconds: number };
}

/** The newest stamp of what may change in an attachment. `link`: which memo it is on, and where. */
export interface AttachmentStamps {
  readonly filename: Stamp;
  readonly link: Stamp;
}

/** A file of a user, or a link to one elsewhere, that may be attached to one memo. */
export interface AttachmentRow {
  /** Resource id, the last part of `attachments/<id>`. */
  readonly id: string;
  /** Resource name `users/<username>`. */
  readonly creator: UserReference;
  readonly createdMs: number;
  readonly updatedMs: number;
  readonly filename: string;
  /** Media type in lower case. */
  readonly type: string;
  readonly sizeBytes: number;
  /** Hash of the content, hex; null exactly when it is an external link. */
  readonly sha256: string | null;
  /** An https address, or "". */
  readonly externalLink: string;
  /** Id of the memo that it is attached to, always one of its creator's; null: of none. */
  readonly memo: string | null;
  /** Order within the memo, from 0; 0 when it is attached to none. */
  readonly position: number;
  readonly motion: MotionMedia | null;
  readonly metadata: MediaMetadata | null;
  readonly stamps: AttachmentStamps;
  /** The server's number of its last change; 0 while no server has seen it. */
  readonly seq: number;
  /** What a newer peer sent that this version has no name for. */
  readonly extra: Readonly<Record<string, unknown>>;
}

export interface AttachmentRecord extends AttachmentRow {
  /** The older form's integer id, given by the store. */
  readonly number: number;
}
