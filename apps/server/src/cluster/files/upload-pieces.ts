/**
 * Store for pieces of uploads that several processes write. Each piece is written once under a unique name,
 * so simultaneous writers don't interfere. The database records which pieces belong to an upload.
 */
export interface UploadPieces {
  begin(upload: string): Promise<NewPiece>;
  /** Returns the content; null if it doesn't exist. */
  open(upload: string, name: string): Promise<AsyncIterable<Uint8Array> | null>;
  /** Deletes a piece; does nothing if it doesn't exist. */
  remove(upload: string, name: string): Promise<void>;
  /** Yields all pieces, grouped by upload. */
  list(): AsyncIterable<StoredPiece>;
}

/** Piece being written. Disposing it deletes it, unless `keep` was called. */
export interface NewPiece extends AsyncDisposable {
  readonly name: string;
  readonly sizeBytes: number;
  add(bytes: Uint8Array): Promise<void>;
  /** Stores it durably. */
  keep(): Promise<void>;
}

export interface StoredPiece {
  readonly upload: string;
  readonly name: string;
  readonly writtenMs: number;
}
