/** Reason why a recording was not transcribed. */
export type TranscriptRefusal =
  /** It isn't on the server yet. */
  | "waits"
  /** The server isn't reachable. */
  | "offline"
  /** The server has no provider, or is too old. */
  | "none"
  | "too-large"
  /** The provider can't read it. */
  | "unreadable"
  /** The limit of requests was exceeded. */
  | "busy"
  /** There was no response, or none in time. */
  | "failed";

/** Result of transcribing a recording. */
export type Transcript =
  | {
      readonly type: "text";
      readonly text: string;
      /** Memo that the recording is on now; `null` if none. */
      readonly memo: string | null;
    }
  | { readonly type: "refused"; readonly reason: TranscriptRefusal };
