import type { MemoFields } from "@tidemark/core/model";
import type { ContentKind } from "./file-ledger.ts";

/**
 * One step of a schedule. Steps refer to devices and memos by the names that earlier steps assigned. A
 * step whose subject doesn't exist does nothing, so any part of a script can run alone. `on` is a device,
 * or `api:<user>` for an API client.
 */
export type Step =
  | FileStep
  | { readonly do: "wait"; readonly ms: number }
  | { readonly do: "device"; readonly as: string; readonly user: string; readonly driftMs: number }
  | { readonly do: "connect"; readonly on: string }
  | { readonly do: "follow"; readonly on: string; readonly scope: string }
  /** Stops following memos that other users share with everyone. */
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
       * Way to edit: in an editor that stays open, in one opened for this edit, or in one that also types
       * and deletes a lot. Or by setting the whole content, in the API also with the ETag last read
       * (`if-match`).
       */
      readonly how: "open-editor" | "editor" | "long-session" | "content" | "if-match";
      /** Numbers of words to add, each with its position from 0 (start) to 1 (end). */
      readonly add: readonly (readonly [word: number, place: number])[];
      /** Positions of words to remove. */
      readonly remove: readonly number[];
    }
  | { readonly do: "phrase"; readonly on: string; readonly memo: string }
  /** Sets the nth amount of a memo's text, or adds one. Each amount is written once. */
  | {
      readonly do: "value";
      readonly on: string;
      readonly memo: string;
      readonly nth: number;
      readonly to: number;
    }
  | { readonly do: "tick"; readonly on: string; readonly memo: string }
  /** An API client reads a memo and stores its text and ETag for `if-match`. */
  | { readonly do: "read"; readonly on: string; readonly memo: string }
  /** Restores the nth of a memo's revisions, newest first. */
  | {
      readonly do: "restore-revision";
      readonly on: string;
      readonly memo: string;
      readonly nth: number;
    }
  /** A newer version of the app sets a field that this version doesn't know. */
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
  /** Sets a memo's link to another memo, or removes it. */
  | {
      readonly do: "link";
      readonly on: string;
      readonly memo: string;
      readonly target: string | null;
    }
  | { readonly do: "sync"; readonly on: string; readonly what: "round" | "push" | "pull" }
  | {
      /** Fate of the nth message on its way to or from a device. */
      readonly do: "deliver" | "drop" | "repeat" | "time-out";
      readonly on: string;
      readonly nth: number;
    }
  | { readonly do: "cut" | "mend" | "expire" | "sign-in"; readonly on: string }
  | { readonly do: "drift"; readonly on: string; readonly ms: number }
  /** Kills the process at its nth database statement from now; immediately if 0. */
  | { readonly do: "crash"; readonly on: string; readonly statement: number }
  | { readonly do: "start"; readonly on: string }
  | { readonly do: "clone"; readonly on: string; readonly as: string }
  | { readonly do: "backup" }
  /** Runs the server's hourly upkeep. */
  | { readonly do: "upkeep" }
  /**
   * The server posts due deliveries to webhooks, which accept them, refuse them, or accept them without
   * the response arriving.
   */
  | { readonly do: "tell-webhooks"; readonly answer: "taken" | "refused" | "unheard" }
  /** The administrator changes the size limit of memos. */
  | { readonly do: "limit"; readonly bytes: number }
  /** Restores the backup; with `isBare` into a new folder, which has only the backup's files. */
  | { readonly do: "restore-server"; readonly isBare?: boolean }
  /** Replaces the database with an older copy, unnoticed. */
  | { readonly do: "roll-back-server" }
  | { readonly do: "members"; readonly space: string; readonly users: readonly string[] }
  | { readonly do: "settle" }
  | RegisterStep
  /** Restarts an older peer as this version. */
  | { readonly do: "upgrade"; readonly on: string }
  /** Everything settles, a month passes, and upkeep has nothing left to do. */
  | { readonly do: "quiet-month" };

/** Steps about files. */
export type FileStep =
  | {
      readonly do: "attach";
      readonly on: string;
      readonly as: string;
      readonly memo?: string;
      /** Number of its content: files with the same number have the same bytes. */
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
  /** Sets a memo's list of files, as an API client does when updating a memo. */
  | {
      readonly do: "set-files";
      readonly on: string;
      readonly memo: string;
      readonly files: readonly string[];
    }
  | { readonly do: "remove-file"; readonly on: string; readonly file: string }
  | { readonly do: "open-file"; readonly on: string; readonly file: string }
  /** Uploads, downloads and erases content of files, or does one of these. */
  | { readonly do: "files"; readonly on: string; readonly what: FileMove }
  /** Evicts content that can be downloaded again, down to the given number of bytes. */
  | { readonly do: "trim"; readonly on: string; readonly bytes: number }
  /** Removes content unused for a week, on a device or the server. */
  | { readonly do: "sweep"; readonly on: string }
  /** Cuts the connection in the middle of the nth message's bytes, or corrupts them. */
  | { readonly do: "cut-short" | "spoil"; readonly on: string; readonly nth: number };

/** Transfer of a device's files: `round` does all three. */
export type FileMove = "round" | "send" | "fetch" | "erase";

/** Steps that write settings and views, on a device or through the API. */
export type RegisterStep =
  | {
      readonly do: "set-setting";
      readonly on: string;
      /** `mood` is a setting of a newer version that this version doesn't know. */
      readonly setting: "theme" | "locale" | "tag" | "mood";
      /** `null` resets the setting. */
      readonly to: number | null;
    }
  /** Creates a view, or changes its title. */
  | {
      readonly do: "keep-view";
      readonly on: string;
      readonly view: string;
      readonly to: number;
    }
  | { readonly do: "drop-view"; readonly on: string; readonly view: string };

/** A complete run. It alone determines everything that happens, so a run can be replayed. */
export interface Script {
  readonly name?: string;
  /**
   * Bytes after which the server ends a page. `pushOps` is the number of operations after which a device
   * ends a push.
   */
  readonly pageBytes: number;
  readonly pushOps: number;
  /** Users attach files. */
  readonly files?: boolean;
  /** Users have webhooks. */
  readonly hooks?: boolean;
  /**
   * Set if the server, and devices called `…new`, are of a newer version and send data that this one
   * doesn't know.
   */
  readonly isNewer?: boolean;
  /** Peers that start as the previous version: `server`, and names of devices. */
  readonly older?: readonly string[];
  /** Law that this script breaks with the known bug that it is pinned for. */
  readonly law?: string;
  readonly steps: readonly Step[];
}
