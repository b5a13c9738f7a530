import type { UserReference } from "../../names/names.ts";

/** A part of a file that has arrived, as an object of its own in the store of files. */
export interface UploadPiece {
  readonly name: string;
  readonly sizeBytes: number;
}

/** A file that a device is about to send. */
export interface BegunUpload {
  readonly id: string;
  /** Who sends it. */
  readonly user: UserReference;
  /** What was declared of it: the hash in hex, of all its bytes. */
  readonly filename: string;
  readonly type: string;
  readonly sizeBytes: number;
  readonly sha256: string;
  readonly begunMs: number;
}

/** A file of which a part has arrived, at any of the processes that share a database. */
export interface PartialUpload extends BegunUpload {
  /** What has arrived: from its beginning, in order and without a gap. */
  readonly pieces: readonly UploadPiece[];
}

/** Where a piece is put: in a write that has looked at what has arrived. */
export interface PlacedPiece extends UploadPiece {
  readonly upload: string;
  /** The byte of the file that it begins with. A piece that begins there makes room for it. */
  readonly startByte: number;
}

/** Uploads that any process may go on with. What no piece names is no part of an upload. */
export interface PartialUploadStore {
  find(id: string): Promise<PartialUpload | null>;
  /** How many a user has begun that did not end. */
  countOf(user: UserReference): Promise<number>;
  /** Ids of those begun before `ms`, oldest first. */
  begunBefore(ms: number, limit: number): Promise<string[]>;
  insert(upload: BegunUpload): Promise<void>;
  putPiece(piece: PlacedPiece): Promise<void>;
  /** With its pieces; their content is the caller's to remove. False when it is gone. */
  remove(id: string): Promise<boolean>;
}
