import type { Refusal } from "./refusal.ts";

export interface OutgoingFile {
  readonly filename: string;
  readonly type: string;
  readonly sizeBytes: number;
  /** Hash of the content, hex. */
  readonly sha256: string;
  /** URL at which to resume an upload; `null` for a new one. */
  readonly url: string | null;
}

/** Result of an upload. Network failures reject instead. */
export type SentFile =
  | { readonly type: "done" }
  /** The server has no upload at that URL anymore. */
  | { readonly type: "expired" }
  /** The whole file arrived, but its hash is wrong: the server has deleted it. */
  | { readonly type: "corrupt" }
  | { readonly type: "refused"; readonly code: Refusal["code"] };

/** Calls that transfer content between a device and its server. They reject if the connection fails. */
export interface BlobTransport {
  /** Returns the hashes whose content must be uploaded; the server has the rest for this user. */
  lackingBlobs(hashes: readonly string[]): Promise<readonly string[]>;
  /** Uploads the part of a file that the server lacks. */
  upload(
    file: OutgoingFile,
    progress: {
      /** Called with the URL at which to resume an interrupted upload. */
      readonly onUrl: (url: string) => Promise<void>;
      /** Called with the number of bytes that the server has. */
      readonly onSent: (bytes: number) => void;
    },
  ): Promise<SentFile>;
  /** Streams the content of an attachment. Returns null if it isn't available to this user. */
  download(file: {
    readonly attachment: string;
    readonly filename: string;
  }): Promise<AsyncIterable<Uint8Array> | null>;
  /**
   * Streams the thumbnail of a picture. Returns null if none is available to this user. Absent if the
   * transport only supports content.
   */
  downloadSmall?(file: {
    readonly attachment: string;
    readonly filename: string;
    /** Hash of the picture's content. */
    readonly sha256: string;
  }): Promise<AsyncIterable<Uint8Array> | null>;
}
