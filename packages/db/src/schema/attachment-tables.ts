import type { Generated, GeneratedAlways } from "kysely";
import type { UserReference } from "@tidemark/core/names";
import type { Stamp } from "@tidemark/core/model";

export interface AttachmentTable {
  /** Integer id in the legacy API; never reused. */
  pk: Generated<number>;
  /** The same number as a column that indexes can include. */
  number: GeneratedAlways<number>;
  /** Result of `shelfOf` for the type. */
  shelf: GeneratedAlways<string>;
  id: string;
  creator: UserReference;
  created_ms: number;
  updated_ms: number;
  filename: string;
  mime_type: string;
  size_bytes: number;
  /** `null` exactly if there is an external link. */
  sha256: string | null;
  external_link: string;
  /** Id of the memo that it is attached to. */
  memo: string | null;
  position: number;
  /** JSON of a `MotionMedia`. */
  motion: string | null;
  /** JSON of a `MediaMetadata`. */
  metadata: string | null;
  filename_stamp: Stamp;
  link_stamp: Stamp;
  seq: number;
  /** JSON of unknown fields from a newer peer. */
  extra: string;
}

/** Content in use, on a device or a server. */
export interface BlobInUseView {
  sha256: string;
}

/** Content that no attachment used at the last check, with the time since when. */
export interface BlobOrphanTable {
  sha256: string;
  since_ms: number;
}

/** An unfinished upload of a device, through any process. */
export interface PartialUploadTable {
  id: string;
  user: UserReference;
  filename: string;
  mime_type: string;
  size_bytes: number;
  sha256: string;
  begun_ms: number;
}

/** Received pieces of a partial upload. */
export interface UploadPieceTable {
  upload: string;
  start_byte: number;
  name: string;
  size_bytes: number;
}

/** Content that a process is removing, with the time when its claim expires. */
export interface BlobRemovalTable {
  sha256: string;
  until_ms: number;
}

/** Content that a user's devices have uploaded; attachments may not use it yet. */
export interface ReceivedBlobTable {
  user: UserReference;
  declared_sha256: string;
  sha256: string;
  size_bytes: number;
  mime_type: string;
  /** JSON of a `MotionMedia`. */
  motion: string | null;
  /** JSON of a `MediaMetadata`. */
  metadata: string | null;
  at_ms: number;
}
