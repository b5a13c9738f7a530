/** Destination of an export. Disposing without `finish` leaves nothing that looks like a complete export. */
export interface ExportSink extends AsyncDisposable {
  /** Writes a file; calls must be sequential. Paths use `/`. */
  put(path: string, content: AsyncIterable<Uint8Array>, modifiedMs: number): Promise<void>;
  finish(): Promise<void>;
}

/** Zip that is read while it is written, only as fast as it is read. */
export interface ZipPipe {
  readonly sink: ExportSink;
  readonly body: AsyncIterable<Uint8Array>;
  /** Aborted once the reader has stopped, or has read everything. */
  readonly left: AbortSignal;
  /** Fails the reading. */
  breakOff(reason: Error): void;
}

/** Error that an export can't be written; the message is for people. */
export class ExportRefused extends Error {
  override readonly name = "ExportRefused";
}
