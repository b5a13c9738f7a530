import type { Generated, GeneratedAlways } from "kysely";
import type { UserReference } from "@tidemark/core/names";
import type { Stamp } from "@tidemark/core/model";

export interface AttachmentTable {
  /** The older form's integer id; never given twice. */
  pk: Generated<number>;
  /** The same as a column that indexes hold. */
  number: GeneratedAlways<number>;
  /** What `shelfOf` says of the type. */
  shelf: GeneratedAlways<string>;
  id: string;
  creator: UserReference;
  created_ms: number;
  updated_ms: number;
  filename: string;
  mime_type: string;
  size_bytes: number;
  /** null exactly when there is an external link. */
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
  /** JSON of what a newer peer sent. */
  extra: string;
}

/** Everything that needs content, on either side. */
export interface BlobInUseView {
  sha256: string;
}

/** Content that no attachment used when it was last looked for, and since when. */
export interface BlobOrphanTable {
  sha256: string;
  since_ms: number;
}

/** A file that a device is sending, to whichever process. */
export interface PartialUploadTable {
  id: string;
  user: UserReference;
  filename: string;
  mime_type: string;
  size_bytes: number;
  sha256: string;
  begun_ms: number;
}

/** What has arrived of it. */
export interface UploadPieceTable {
  upload: string;
  start_byte: number;
  name: string;
  size_bytes: number;
}

/** Content that a process is removing, and until when that is to be believed. */
export interface BlobRemovalTable {
  sha256: string;
  until_ms: number;
}

/** What a user's devices have sent and no attachment need use yet. */
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
