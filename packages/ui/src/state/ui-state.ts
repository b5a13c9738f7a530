import type { ViewIcon } from "@tidemark/core/view";
import { create } from "zustand";

export type SyncDetailsPart = "waiting" | "refused" | "log" | "devices" | "storage";

/** Reading position when the user started to edit. */
export interface EditingPlace {
  /** Line of the text on which the block begins, from 0. */
  readonly line: number;
  /** Rendered text of the block before the position. */
  readonly before: string;
  /** Distance from the top of the window, in pixels. */
  readonly top: number;
}

/** View being edited; `id` is null for a new one. */
export interface EditedView {
  readonly id: string | null;
  readonly title: string;
  /** Filter in CEL. */
  readonly filter: string;
  readonly icon: ViewIcon | null;
}

/** Initial tag and action of the tag manager. */
export interface TagManagerPlace {
  readonly tag: string | null;
  readonly act: "rename" | "merge" | "colour" | "remove" | null;
}

/** Target in which the palette opens a chosen memo. Other results ignore it. */
export type PaletteWay = "page" | "panel" | "editor";

/** UI state that isn't data: the active row, open dialogs. */
interface UiState {
  /** Set to request a recording; the composer resets it. */
  readonly isRecordingAsked: boolean;
  /** Memo that keyboard commands act on, and that is the list's tab stop. */
  readonly activeId: string | null;
  /** Memo with an open inline editor. */
  readonly editingId: string | null;
  /** Initial position of the editor; null for the end. The editor resets it. */
  readonly editingAt: EditingPlace | null;
  /** Memo whose page opens with its editor. */
  readonly editOnOpenId: string | null;
  readonly isPinnedOpen: boolean;
  /** Long memos that are expanded. */
  readonly wholeIds: ReadonlySet<string>;
  /** Chosen width of the sidebar; null for the default of the window's width. */
  readonly isSidebarWide: boolean | null;
  readonly isDrawerOpen: boolean;
  readonly isShortcutSheetOpen: boolean;
  readonly isConnectOpen: boolean;
  readonly isGoToDateOpen: boolean;
  /** Day at which the year view opens; null while it is closed. */
  readonly yearAtMs: number | null;
  /**
   * Key of the section that a memo's page focuses when it opens: `c` for comments, or a single comment
   * (`commentToReach`).
   */
  readonly reachOnOpen: string | null;
  /** True if the user hid the side panel. */
  readonly isPanelHidden: boolean;
  /** Memo in the side panel, a new object each time one is opened; null if none is. */
  readonly inPanel: { readonly id: string } | null;
  /** View in the view dialog. */
  readonly editedView: EditedView | null;
  /** Initial text of the palette; null while it is closed. */
  readonly palette: { readonly begunWith: string } | null;
  /** Memos with a task completed just now, which may leave the task list soon. */
  readonly leavingIds: ReadonlySet<string>;
  /** Open section of the sync details. */
  readonly syncDetails: SyncDetailsPart | null;
  /** Memo whose shared links are shown. */
  readonly sharingId: string | null;
  /** Memo whose tags are being edited. */
  readonly taggingId: string | null;
  /** Initial state of the tag manager; null while it is closed. */
  readonly tagManager: TagManagerPlace | null;
  /** Running tag change whose end is to be announced. */
  readonly tagRunId: string | null;
  /** Dropped files to import, possibly none; null while the dialog is closed. */
  readonly importing: { readonly dropped: readonly (FileSystemEntry | File)[] } | null;
  /** True if an import or export ran since the page was loaded. */
  readonly isTransferWatched: boolean;
  /** True while the Safety dialog is open. */
  readonly isSafetyOpen: boolean;
  readonly isReceivedOpen: boolean;
  /** Memo whose version history is open, the version shown, and whether it shows the last merge. */
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
  isReceivedOpen: false,
  history: null,
}));

/** Updates part of the state: `setUi({ editingId: null })`. */
export const setUi = useUi.setState;
