import type { ThemeChoice } from "../theme/theme.ts";

/** What becomes of the main window when it is closed; asked once. */
export type ClosingChoice = "ask" | "tray" | "quit";

/** What can be chosen for the window around the page. It is kept beside the profile, not in it. */
export interface ShellSettings {
  /** The keys that open quick capture in any program, as Electron names them; null: none do. */
  readonly shortcut: string | null;
  readonly closing: ClosingChoice;
}

/** Some of them: what is absent stays as it is. */
export type ChangedSettings = {
  readonly [Name in keyof ShellSettings]?: ShellSettings[Name] | undefined;
};

/** How far it is with newer versions of the program. */
export type UpdateState =
  /** Nobody is asked for them. */
  | { readonly type: "off" }
  | { readonly type: "unknown" }
  | { readonly type: "looking" }
  | { readonly type: "newest"; readonly atMs: number }
  | { readonly type: "fetching"; readonly version: string }
  | { readonly type: "ready"; readonly version: string }
  | { readonly type: "failed"; readonly atMs: number };

/** What the window around the page says of itself. */
export interface ShellState {
  readonly platform: "mac" | "windows" | "linux";
  readonly settings: ShellSettings;
  readonly shortcut: {
    /** `taken`: by another program; `unsure`: the system does not say whether it will come. */
    readonly state: "off" | "on" | "taken" | "unsure";
    /** How often it was pressed while it was being tried. */
    readonly presses: number;
  };
  /** Whether there is a tray to stay in. */
  readonly hasTray: boolean;
  /** Whether it starts with the system; null: that cannot be arranged. */
  readonly startsAtLogin: boolean | null;
  readonly updates: UpdateState;
}

/** A copy of the memos in their folder. */
export interface KeptCopy {
  /** Below the folder. */
  readonly name: string;
  readonly madeMs: number;
  readonly bytes: number;
}

/** Why the memos cannot be opened. */
export interface Refused {
  /** In words for people. */
  readonly message: string;
  /** Newest first; null: that is not what is wrong. */
  readonly copies: readonly KeptCopy[] | null;
}

/** What a page asks of the window around it. */
export type ShellRequest =
  /** Says the state now, and what is meant for this page. */
  | { readonly type: "watch"; readonly isCapture: boolean }
  | { readonly type: "set"; readonly settings: ChangedSettings }
  | { readonly type: "start-at-login"; readonly isOn: boolean }
  /** While it is tried, the shortcut is counted and opens nothing. */
  | { readonly type: "try-shortcut"; readonly isOn: boolean }
  | { readonly type: "capture-height"; readonly height: number }
  | { readonly type: "hide-capture" }
  /** Shows a memo in the main window; null: the window as it is. */
  | { readonly type: "open-memo"; readonly id: string | null }
  | { readonly type: "look-for-updates" }
  /** Ends the program and starts the new version. */
  | { readonly type: "install-update" }
  /** Asks for what the program and its logs say; it comes as an event, and goes nowhere else. */
  | { readonly type: "report" }
  | { readonly type: "show-logs" }
  | { readonly type: "refused"; readonly act: "again" | "show-folder" | "quit" }
  | { readonly type: "restore-copy"; readonly name: string }
  /** What stands in the tray's menu. */
  | { readonly type: "tray"; readonly content: TrayContent };

/** What the tray's menu says of the profile. */
export interface TrayContent {
  /** Newest first; those that are not to be read over a shoulder are left out. */
  readonly recent: readonly { readonly id: string; readonly title: string }[];
  /** null: there is no server. */
  readonly sync: "on" | "paused" | null;
}

/** What is asked of a page from the tray, or from the menu where no keys do it. */
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

/** A text from outside that is to stand in the capture window, or why one cannot. */
export type Captured =
  | { readonly text: string }
  | { readonly problem: "too-large" | "not-text" | "unreadable"; readonly name: string };

/** What the window tells a page. */
export type ShellEvent =
  | { readonly type: "state"; readonly state: ShellState }
  | { readonly type: "capture"; readonly captured: Captured }
  /** The address on the clipboard as the capture window opens; null: there is none. */
  | { readonly type: "copied-link"; readonly link: string | null }
  | { readonly type: "act"; readonly act: ShellAct }
  | { readonly type: "report"; readonly text: string }
  | { readonly type: "refused"; readonly refused: Refused }
  /** A link asks to connect to a server, by a code or null: nothing is done but offered. */
  | { readonly type: "connect"; readonly url: string; readonly code: string | null };

/** The way between a page and the window around it. */
export interface ShellPort {
  send(request: ShellRequest): void;
  listen(onEvent: (event: ShellEvent) => void): void;
}
