import type { UserReference } from "../../names/names.ts";

/** Received part of a file, stored as a separate object in the file store. */
export interface UploadPiece {
  readonly name: string;
  readonly sizeBytes: number;
}

/** File that a device is about to upload. */
export interface BegunUpload {
  readonly id: string;
  /** User who uploads it. */
  readonly user: UserReference;
  /** Name, type, size and hash (hex, of all bytes) as the device declared them. */
  readonly filename: string;
  readonly type: string;
  readonly sizeBytes: number;
  readonly sha256: string;
  readonly begunMs: number;
}

/** Partly received file. Any of the processes that share a database may have received its parts. */
export interface PartialUpload extends BegunUpload {
  /** Parts received so far, in order from the beginning and without gaps. */
  readonly pieces: readonly UploadPiece[];
}

/** Piece to record, in a write that has checked which pieces exist. */
export interface PlacedPiece extends UploadPiece {
  readonly upload: string;
  /** Offset of its first byte in the file. Replaces a piece with the same offset. */
  readonly startByte: number;
}

/** Uploads that any process may continue. A stored object that no piece names belongs to no upload. */
export interface PartialUploadStore {
  find(id: string): Promise<PartialUpload | null>;
  /** Returns the number of a user's unfinished uploads. */
  countOf(user: UserReference): Promise<number>;
  /** Returns the ids of uploads begun before `ms`, oldest first. */
  begunBefore(ms: number, limit: number): Promise<string[]>;
  insert(upload: BegunUpload): Promise<void>;
  putPiece(piece: PlacedPiece): Promise<void>;
  /** Deletes an upload with its pieces. The caller deletes the content. Returns false if it doesn't exist. */
  remove(id: string): Promise<boolean>;
}
