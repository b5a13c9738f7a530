import type { Stamp } from "./stamp.ts";
import type { UserReference } from "../names/names.ts";

/** Formats of moving pictures: two related files, or one file with both parts. */
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

/** Role of a file in a moving picture. */
export interface MotionMedia {
  readonly family: (typeof motionFamilies)[number];
  readonly role: (typeof motionRoles)[number];
  /** Id shared by the files of one picture; "" for a single file. */
  readonly groupId: string;
  /** Position of the still picture in the video, in microseconds; decimal digits. */
  readonly presentationTimestampUs: string;
  readonly hasEmbeddedVideo: boolean;
  /** Offset of the embedded video in the stored file, in bytes; it ends at `embeddedVideoEnd`. */
  readonly embeddedVideoStart?: number;
  readonly embeddedVideoEnd?: number;
}

/** Metadata that a camera wrote about a picture. Absent fields weren't recorded. */
export interface PhotoMetadata {
  /** Local time of the camera without a zone, and the offset from UTC if recorded. */
  readonly captureTime?: { readonly localDateTime: string; readonly utcOffset?: string };
  readonly location?: {
    readonly latitude: number;
    readonly longitude: number;
    readonly altitudeMeters?: number;
  };
  /** 1 to 8, as in EXIF. */
  readonly sourceExifOrientation?: number;
  readonly cameraMake?: string;
  readonly cameraModel?: string;
  readonly lensModel?: string;
  readonly fNumber?: number;
  readonly exposureTimeSeconds?: number;
  readonly focalLengthMm?: number;
  readonly iso?: number;
}

/** Dimensions in pixels with the orientation applied, and metadata of a photo or video. */
export interface MediaMetadata {
  readonly width?: number;
  readonly height?: number;
  readonly photo?: PhotoMetadata;
  readonly video?: { readonly durationSeconds: number };
}

/** Newest stamps of an attachment's registers. `link`: its memo and position. */
export interface AttachmentStamps {
  readonly filename: Stamp;
  readonly link: Stamp;
}

/** File of a user, or a link to an external one, that can be attached to one memo. */
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
  /** Hash of the content, hex; null exactly if it is an external link. */
  readonly sha256: string | null;
  /** https URL, or "". */
  readonly externalLink: string;
  /** Id of the memo that it is attached to, always one of its creator's; null: none. */
  readonly memo: string | null;
  /** Order within the memo, from 0; 0 if it isn't attached. */
  readonly position: number;
  readonly motion: MotionMedia | null;
  readonly metadata: MediaMetadata | null;
  readonly stamps: AttachmentStamps;
  /** Server's seq of its last change; 0 if no server has it. */
  readonly seq: number;
  /** Fields from a newer peer that this version doesn't know. */
  readonly extra: Readonly<Record<string, unknown>>;
}

export interface AttachmentRecord extends AttachmentRow {
  /** Integer id of the legacy API, assigned by the store. */
  readonly number: number;
}
