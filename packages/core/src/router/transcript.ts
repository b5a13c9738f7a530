/** Why a recording was not written down. */
export type TranscriptRefusal =
  /** It is not on the server yet. */
  | "waits"
  /** The server cannot be asked now. */
  | "offline"
  /** The server has nobody to ask, or is too old. */
  | "none"
  | "too-large"
  /** Whoever writes it down cannot read it. */
  | "unreadable"
  /** Too much was asked for. */
  | "busy"
  /** No answer, or none in time. */
  | "failed";

/** What became of asking for a recording's words. */
export type Transcript =
  | {
      readonly type: "text";
      readonly text: string;
      /** The memo that the recording is on by then; null: none. */
      readonly memo: string | null;
    }
  | { readonly type: "refused"; readonly reason: TranscriptRefusal };
