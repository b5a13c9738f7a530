import type { Refusal } from "./refusal.ts";

/** A file that is to be sent. */
export interface OutgoingFile {
  readonly filename: string;
  readonly type: string;
  readonly sizeBytes: number;
  /** Hash of the content, hex. */
  readonly sha256: string;
  /** Where an upload that was begun goes on; null: a new one. */
  readonly url: string | null;
}

/** What became of sending a file. What the network does to it is a rejection instead. */
export type SentFile =
  | { readonly type: "done" }
  /** The server knows nothing of an upload at that address any more. */
  | { readonly type: "expired" }
  /** All of it arrived, and it was not what it should be: the server has dropped it. */
  | { readonly type: "corrupt" }
  | { readonly type: "refused"; readonly code: Refusal["code"] };

/** The calls that carry content between a device and its server. They reject when the line fails. */
export interface BlobTransport {
  /** Those of the hashes whose content is to be sent; the others are there for this user. */
  lackingBlobs(hashes: readonly string[]): Promise<readonly string[]>;
  /** Sends what the server does not have of a file. */
  upload(
    file: OutgoingFile,
    progress: {
      /** Where the upload goes on, should it be cut. */
      readonly onUrl: (url: string) => Promise<void>;
      /** How much of the file the server has. */
      readonly onSent: (bytes: number) => void;
    },
  ): Promise<SentFile>;
  /** The content of an attachment as it comes; null when it is not there for this user. */
  download(file: {
    readonly attachment: string;
    readonly filename: string;
  }): Promise<AsyncIterable<Uint8Array> | null>;
  /**
   * The small version of a picture; null when there is none for this user. Absent where content alone
   * is carried.
   */
  downloadSmall?(file: {
    readonly attachment: string;
    readonly filename: string;
    /** Of the picture that it is a version of. */
    readonly sha256: string;
  }): Promise<AsyncIterable<Uint8Array> | null>;
}
