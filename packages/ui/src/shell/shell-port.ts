import type { ThemeChoice } from "../theme/theme.ts";

/** Effect of closing the main window; the user is asked once. */
export type ClosingChoice = "ask" | "tray" | "quit";

/** Settings of the desktop window. They are stored beside the profile, not in it. */
export interface ShellSettings {
  /** Global shortcut for quick capture, as an Electron accelerator; null if disabled. */
  readonly shortcut: string | null;
  readonly closing: ClosingChoice;
}

/** Partial settings; absent ones don't change. */
export type ChangedSettings = {
  readonly [Name in keyof ShellSettings]?: ShellSettings[Name] | undefined;
};

/** State of the update check. */
export type UpdateState =
  /** Updates are disabled: no server is contacted. */
  | { readonly type: "off" }
  | { readonly type: "unknown" }
  | { readonly type: "looking" }
  | { readonly type: "newest"; readonly atMs: number }
  | { readonly type: "fetching"; readonly version: string }
  | { readonly type: "ready"; readonly version: string }
  | { readonly type: "failed"; readonly atMs: number };

/** State of the desktop window. */
export interface ShellState {
  readonly platform: "mac" | "windows" | "linux";
  readonly settings: ShellSettings;
  readonly shortcut: {
    /** `taken` by another program; `unsure` if the system doesn't report whether the shortcut will work. */
    readonly state: "off" | "on" | "taken" | "unsure";
    /** Number of presses during the current trial. */
    readonly presses: number;
  };
  /** True if the system has a tray. */
  readonly hasTray: boolean;
  /** True if the app starts with the system; null if that isn't supported. */
  readonly startsAtLogin: boolean | null;
  readonly updates: UpdateState;
}

/** Copy of the database in the data folder. */
export interface KeptCopy {
  /** Name relative to the folder. */
  readonly name: string;
  readonly madeMs: number;
  readonly bytes: number;
}

/** Reason why the database can't be opened. */
export interface Refused {
  /** User-facing message. */
  readonly message: string;
  /** Copies, newest first; null if restoring one wouldn't help. */
  readonly copies: readonly KeptCopy[] | null;
}

/** Requests of a page to its desktop window. */
export type ShellRequest =
  /** Subscribes to the state and the events for this page. */
  | { readonly type: "watch"; readonly isCapture: boolean }
  | { readonly type: "set"; readonly settings: ChangedSettings }
  | { readonly type: "start-at-login"; readonly isOn: boolean }
  /** During a trial the shortcut is counted and opens nothing. */
  | { readonly type: "try-shortcut"; readonly isOn: boolean }
  | { readonly type: "capture-height"; readonly height: number }
  | { readonly type: "hide-capture" }
  /** Shows a memo in the main window; null only shows the window. */
  | { readonly type: "open-memo"; readonly id: string | null }
  | { readonly type: "look-for-updates" }
  /** Quits the app and starts the new version. */
  | { readonly type: "install-update" }
  /** Requests a report of the app and its logs. It arrives as an event and is sent nowhere else. */
  | { readonly type: "report" }
  | { readonly type: "show-logs" }
  | { readonly type: "refused"; readonly act: "again" | "show-folder" | "quit" }
  | { readonly type: "restore-copy"; readonly name: string }
  /** Sets the content of the tray's menu. */
  | { readonly type: "tray"; readonly content: TrayContent };

/** Content of the tray's menu for the profile. */
export interface TrayContent {
  /** Recent memos, newest first; blurred ones are left out. */
  readonly recent: readonly { readonly id: string; readonly title: string }[];
  /** Sync state; null without a server. */
  readonly sync: "on" | "paused" | null;
}

/** Actions requested by the tray, or by menu items without a shortcut. */
export type ShellAct =
  | "new-memo"
  | "record"
  | "search"
  | "random"
  | "go-to-date"
  | "year"
  | `theme-${ThemeChoice}`
  | "import"
  | "connect"
  | "sync-details"
  | "sync-now"
  | "pause-sync"
  | "resume-sync";

/** Text for the capture window from outside, or why it can't be used. */
export type Captured =
  | { readonly text: string }
  | { readonly problem: "too-large" | "not-text" | "unreadable"; readonly name: string };

/** Events of the window for a page. */
export type ShellEvent =
  | { readonly type: "state"; readonly state: ShellState }
  | { readonly type: "capture"; readonly captured: Captured }
  /** URL on the clipboard when the capture window opens; null if there is none. */
  | { readonly type: "copied-link"; readonly link: string | null }
  | { readonly type: "act"; readonly act: ShellAct }
  | { readonly type: "report"; readonly text: string }
  | { readonly type: "refused"; readonly refused: Refused }
  /** A link that offers a server, with a code or null. It doesn't connect without confirmation. */
  | { readonly type: "connect"; readonly url: string; readonly code: string | null };

/** Message channel between a page and its desktop window. */
export interface ShellPort {
  send(request: ShellRequest): void;
  listen(onEvent: (event: ShellEvent) => void): void;
}
