import type { MemoFields } from "@tidemark/core/model";
import type { ContentKind } from "./file-ledger.ts";

/**
 * One step of a schedule. Steps name devices and memos by the names that earlier steps gave them; a
 * step whose subject is not there does nothing, so that any part of a script can be run alone.
 * `on` is a device, or `api:<user>` for a client of the server.
 */
export type Step =
  | FileStep
  | { readonly do: "wait"; readonly ms: number }
  | { readonly do: "device"; readonly as: string; readonly user: string; readonly driftMs: number }
  | { readonly do: "connect"; readonly on: string }
  | { readonly do: "follow"; readonly on: string; readonly scope: string }
  /** What others show to everybody is kept no more. */
  | { readonly do: "unfollow"; readonly on: string }
  | {
      readonly do: "create";
      readonly on: string;
      readonly as: string;
      readonly words: readonly number[];
      readonly visibility?: MemoFields["visibility"];
      readonly space?: string;
      readonly parent?: string;
      readonly task?: boolean;
    }
  | {
      readonly do: "edit";
      readonly on: string;
      readonly memo: string;
      /**
       * By an editor that stays open, by one that looks first, by one that types and deletes a lot
       * on top, by stating the new content, or (API) by stating it in view of what was last read.
       */
      readonly how: "open-editor" | "editor" | "long-session" | "content" | "if-match";
      /** Numbers of words to add, each at its place from 0 (start) to 1 (end). */
      readonly add: readonly (readonly [word: number, place: number])[];
      /** Places of words to remove. */
      readonly remove: readonly number[];
    }
  | { readonly do: "phrase"; readonly on: string; readonly memo: string }
  | { readonly do: "tick"; readonly on: string; readonly memo: string }
  /** A client of the API reads a memo, and remembers text and ETag for `if-match`. */
  | { readonly do: "read"; readonly on: string; readonly memo: string }
  /** Makes an earlier text the memo's again; nth of its revisions, newest first. */
  | {
      readonly do: "restore-revision";
      readonly on: string;
      readonly memo: string;
      readonly nth: number;
    }
  /** A newer version of the app sets a field that this one has no name for. */
  | { readonly do: "set-unknown"; readonly on: string; readonly memo: string; readonly to: number }
  | {
      readonly do: "set";
      readonly on: string;
      readonly memo: string;
      readonly set: Partial<Omit<MemoFields, "deletedMs">>;
    }
  | {
      readonly do: "trash" | "restore" | "purge" | "react" | "unreact";
      readonly on: string;
      readonly memo: string;
    }
  /** Refers to another memo, or to none. */
  | {
      readonly do: "link";
      readonly on: string;
      readonly memo: string;
      readonly target: string | null;
    }
  | { readonly do: "sync"; readonly on: string; readonly what: "round" | "push" | "pull" }
  | {
      /** What happens to the nth message on its way to or from a device. */
      readonly do: "deliver" | "drop" | "repeat" | "time-out";
      readonly on: string;
      readonly nth: number;
    }
  | { readonly do: "cut" | "mend" | "expire" | "sign-in"; readonly on: string }
  | { readonly do: "drift"; readonly on: string; readonly ms: number }
  /** Ends the process at its nth database statement from now; at once when 0. */
  | { readonly do: "crash"; readonly on: string; readonly statement: number }
  | { readonly do: "start"; readonly on: string }
  | { readonly do: "clone"; readonly on: string; readonly as: string }
  | { readonly do: "backup" }
  /** What the server does once an hour. */
  | { readonly do: "upkeep" }
  /** The server tells webhooks what is due: they take it, refuse it, or take it unheard. */
  | { readonly do: "tell-webhooks"; readonly answer: "taken" | "refused" | "unheard" }
  /** Bare: in a new folder, so that only the files of the backup are there. */
  | { readonly do: "restore-server"; readonly isBare?: boolean }
  /** The database is an older copy from now on, and nothing says so. */
  | { readonly do: "roll-back-server" }
  | { readonly do: "members"; readonly space: string; readonly users: readonly string[] }
  | { readonly do: "settle" }
  | RegisterStep
  /** An older peer starts again as this version. */
  | { readonly do: "upgrade"; readonly on: string }
  /** Everything comes to rest, a month passes, and upkeep has nothing left to do. */
  | { readonly do: "quiet-month" };

/** The steps about files. */
export type FileStep =
  | {
      readonly do: "attach";
      readonly on: string;
      readonly as: string;
      readonly memo?: string;
      /** Which bytes it has: the same number has the same. */
      readonly content: number;
      readonly kind: ContentKind | "elsewhere";
    }
  | {
      readonly do: "rename-file";
      readonly on: string;
      readonly file: string;
      readonly to: number;
    }
  | {
      readonly do: "link-file";
      readonly on: string;
      readonly file: string;
      readonly memo: string | null;
    }
  /** Says which files a memo has, as a client of the API does with the memo: some of its author's. */
  | {
      readonly do: "set-files";
      readonly on: string;
      readonly memo: string;
      readonly files: readonly string[];
    }
  | { readonly do: "remove-file"; readonly on: string; readonly file: string }
  | { readonly do: "open-file"; readonly on: string; readonly file: string }
  /** Sends, fetches and erases the content of files, or does one of these. */
  | { readonly do: "files"; readonly on: string; readonly what: FileMove }
  /** Drops content that can be had again while there is more than so many bytes. */
  | { readonly do: "trim"; readonly on: string; readonly bytes: number }
  /** Drops what has been used by nothing for a week; on a device or the server. */
  | { readonly do: "sweep"; readonly on: string }
  /** The line ends in the middle of the nth message's bytes, or spoils them. */
  | { readonly do: "cut-short" | "spoil"; readonly on: string; readonly nth: number };

/** What of a device's files is moved. */
export type FileMove = "round" | "send" | "fetch" | "erase";

/** The steps that write what users keep for themselves, at a device or through the API. */
export type RegisterStep =
  | {
      readonly do: "set-setting";
      readonly on: string;
      /** `mood` is a field of a newer version of the app, which has no name here. */
      readonly setting: "theme" | "locale" | "tag" | "mood";
      /** null: as if it had never been set. */
      readonly to: number | null;
    }
  /** Saves a view, or gives it another title. */
  | {
      readonly do: "keep-view";
      readonly on: string;
      readonly view: string;
      readonly to: number;
    }
  | { readonly do: "drop-view"; readonly on: string; readonly view: string };

/** A whole run, replayable: nothing but this decides what happens. */
export interface Script {
  readonly name?: string;
  /** Bytes after which the server ends a page, and operations after which a device ends a push. */
  readonly pageBytes: number;
  readonly pushOps: number;
  /** Users attach files. */
  readonly files?: boolean;
  /** Users have webhooks. */
  readonly hooks?: boolean;
  /** The server is of a newer version, and devices called `…new` too: they say more than is known. */
  readonly isNewer?: boolean;
  /** Peers that begin as the version before: `server`, and names of devices. */
  readonly older?: readonly string[];
  /** The law that this script breaks with the known bug in the product that it is pinned for. */
  readonly law?: string;
  readonly steps: readonly Step[];
}
