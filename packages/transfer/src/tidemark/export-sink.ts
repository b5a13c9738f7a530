/** Where an export is written. Without `finish` nothing stays that could be taken for a whole one. */
export interface ExportSink extends AsyncDisposable {
  /** Takes a file, one after the other; paths have `/` between their parts. */
  put(path: string, content: AsyncIterable<Uint8Array>, modifiedMs: number): Promise<void>;
  finish(): Promise<void>;
}

/** An export cannot be written there; the message is for people. */
export class ExportRefused extends Error {
  override readonly name = "ExportRefused";
}
