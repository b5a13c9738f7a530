import type { ViewIcon } from "@tidemark/core/view";
import { create } from "zustand";

export type SyncDetailsPart = "waiting" | "refused" | "log" | "devices" | "storage";

/** Where one was reading when one began to edit. */
export interface EditingPlace {
  /** The line of the text on which its block begins, from 0. */
  readonly line: number;
  /** What the block says before it, as it is read. */
  readonly before: string;
  /** How far down the window it stands, in pixels. */
  readonly top: number;
}

/** A view that is being written; a new one has no id. */
export interface EditedView {
  readonly id: string | null;
  readonly title: string;
  /** CEL. */
  readonly filter: string;
  readonly icon: ViewIcon | null;
}

/** A tag that the manager opens at, and what is to be done to it. */
export interface TagManagerPlace {
  readonly tag: string | null;
  readonly act: "rename" | "merge" | "colour" | "remove" | null;
}

/** What becomes of a memo that is chosen in the palette; anything else is the same in each. */
export type PaletteWay = "page" | "panel" | "editor";

/** State of the screen that is no data: which row is active, which dialog is open. */
interface UiState {
  /** Whether the composer is to begin a recording; it takes this away. */
  readonly isRecordingAsked: boolean;
  /** The row that the feed's keys act on, and that Tab reaches. */
  readonly activeId: string | null;
  /** The memo that is being edited in place. */
  readonly editingId: string | null;
  /** Where its editor is to be opened; null: at the end. Whoever opens it takes it. */
  readonly editingAt: EditingPlace | null;
  /** The memo whose page begins in its editor. */
  readonly editOnOpenId: string | null;
  readonly isPinnedOpen: boolean;
  /** Long memos that are shown to their end. */
  readonly wholeIds: ReadonlySet<string>;
  /** null: as wide as the window allows. */
  readonly isSidebarWide: boolean | null;
  readonly isDrawerOpen: boolean;
  readonly isShortcutSheetOpen: boolean;
  readonly isConnectOpen: boolean;
  readonly isGoToDateOpen: boolean;
  /** The day that the year is opened at; null: it is not open. */
  readonly yearAtMs: number | null;
  /**
   * The key of what is gone to on the page of a memo once that is there, `c` of comments, or one comment
   * (`commentToReach`).
   */
  readonly reachOnOpen: string | null;
  /** Whether the side panel is hidden where there is room for it. */
  readonly isPanelHidden: boolean;
  /** The memo in the panel, another object each time one is opened there; null: none. */
  readonly inPanel: { readonly id: string } | null;
  /** The view in its dialog. */
  readonly editedView: EditedView | null;
  /** The text that the palette was opened with; null while it is closed. */
  readonly palette: { readonly begunWith: string } | null;
  /** Memos that had a task done just now: they leave the list of tasks in a moment, if at all. */
  readonly leavingIds: ReadonlySet<string>;
  /** Which part of the sync's details is shown. */
  readonly syncDetails: SyncDetailsPart | null;
  /** The memo whose links are shown. */
  readonly sharingId: string | null;
  /** The memo whose tags are changed. */
  readonly taggingId: string | null;
  /** What the tag manager is to begin with; null: it is not open. */
  readonly tagManager: TagManagerPlace | null;
  /** The change of a tag whose end is to be said. */
  readonly tagRunId: string | null;
  /** What is to be imported: nothing yet, or what was dropped; null: the dialog is closed. */
  readonly importing: { readonly dropped: readonly (FileSystemEntry | File)[] } | null;
  /** Whether something came in or went out since the page was loaded. */
  readonly isTransferWatched: boolean;
  /** Whether it is shown where everything is, and what was backed up. */
  readonly isSafetyOpen: boolean;
  /** Whose earlier texts are shown, at which of them, and whether one wants to see what a merge did. */
  readonly history: {
    readonly id: string;
    readonly isAtMerge: boolean;
    readonly version?: string;
  } | null;
}

export const useUi = create<UiState>(() => ({
  isRecordingAsked: false,
  activeId: null,
  editingId: null,
  editingAt: null,
  editOnOpenId: null,
  isPinnedOpen: false,
  wholeIds: new Set(),
  isSidebarWide: null,
  isDrawerOpen: false,
  isShortcutSheetOpen: false,
  isConnectOpen: false,
  isGoToDateOpen: false,
  yearAtMs: null,
  editedView: null,
  palette: null,
  reachOnOpen: null,
  isPanelHidden: false,
  inPanel: null,
  leavingIds: new Set(),
  syncDetails: null,
  sharingId: null,
  taggingId: null,
  tagManager: null,
  tagRunId: null,
  importing: null,
  isTransferWatched: false,
  isSafetyOpen: false,
  history: null,
}));

/** Changes some of it: `setUi({ editingId: null })`. */
export const setUi = useUi.setState;
