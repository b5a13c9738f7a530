/**
 * Where the pieces of uploads lie that several processes go on with. Each is written once, under a name
 * that nothing else has, so that processes that write at the same time are in nobody's way; which of
 * them are part of an upload is said elsewhere.
 */
export interface UploadPieces {
  begin(upload: string): Promise<NewPiece>;
  /** null: it is not there. */
  open(upload: string, name: string): Promise<AsyncIterable<Uint8Array> | null>;
  /** Also what is gone already. */
  remove(upload: string, name: string): Promise<void>;
  /** Everything that is there, those of an upload behind each other. */
  list(): AsyncIterable<StoredPiece>;
}

/** A piece that is being written. Disposing it drops it, unless it was kept. */
export interface NewPiece extends AsyncDisposable {
  readonly name: string;
  readonly sizeBytes: number;
  add(bytes: Uint8Array): Promise<void>;
  /** Puts it where it stays, whatever becomes of this process. */
  keep(): Promise<void>;
}

export interface StoredPiece {
  readonly upload: string;
  readonly name: string;
  readonly writtenMs: number;
}
