import { msg } from "@lingui/core/macro";
import { sentences } from "../language/sentences.ts";

// What a window's native menu says; `&` stands before the letter that opens a menu with Alt.
const menuStrings = sentences({
  file: msg({ message: "&File", context: "native menu" }),
  newMemo: msg`New memo`,
  capture: msg`Quick capture`,
  syncNow: msg`Sync now`,
  settings: msg`Settings`,
  print: msg`Print…`,
  close: msg({ message: "Close window", context: "native menu" }),
  quit: msg({ message: "Quit", context: "native menu" }),
  openApp: msg({ message: "Open Tidemark", context: "tray menu" }),
  pauseSync: msg({ message: "Pause sync", context: "tray menu" }),
  resumeSync: msg({ message: "Resume sync", context: "tray menu" }),
  askClosing: msg`Keep Tidemark in the tray when its window is closed?`,
  askClosingMore: msg`Quick capture and sync go on from there. You are not asked again; the settings change it.`,
  keepInTray: msg({ message: "Keep in the tray", context: "native dialog" }),
  cancel: msg`Cancel`,
  edit: msg({ message: "&Edit", context: "native menu" }),
  undo: msg`Undo`,
  redo: msg({ message: "Redo", context: "native menu" }),
  cut: msg({ message: "Cut", context: "native menu" }),
  copy: msg`Copy`,
  copyLink: msg`Copy link`,
  copyImage: msg({ message: "Copy image", context: "native menu" }),
  pastePlain: msg`Paste as plain text`,
  learnWord: msg({ message: "Add to the dictionary", context: "native menu" }),
  paste: msg({ message: "Paste", context: "native menu" }),
  selectAll: msg({ message: "Select all", context: "native menu" }),
  search: msg`Search`,
  palette: msg`Go to a memo, tag or view`,
  view: msg({ message: "&View", context: "native menu" }),
  timeline: msg`Timeline`,
  tasks: msg`Tasks`,
  archive: msg({ message: "Archive", context: "place" }),
  trash: msg`Trash`,
  toggleSidebar: msg`Show or hide the sidebar`,
  resetZoom: msg({ message: "Actual size", context: "native menu" }),
  zoomIn: msg({ message: "Zoom in", context: "native menu" }),
  zoomOut: msg({ message: "Zoom out", context: "native menu" }),
  fullScreen: msg({ message: "Full screen", context: "native menu" }),
  window: msg({ message: "&Window", context: "native menu" }),
  help: msg({ message: "&Help", context: "native menu" }),
  shortcuts: msg`Keyboard shortcuts`,
  performance: msg`Performance report`,
  showLogs: msg`Show logs`,
  report: msg`Report a problem…`,
  cannotOpen: msg`Tidemark cannot open your memos`,
  pageBroke: msg`The window stopped again and again. Your memos are safe.`,
  pageStuck: msg`The window does not answer. Your memos are safe.`,
  showAgain: msg`Show it again`,
  wait: msg({ message: "Wait", context: "native dialog" }),
});

/** The words of a native menu, by what they are for. */
export type MenuWords = Readonly<Record<keyof typeof menuStrings, string>>;

export function menuWords(): MenuWords {
  return { ...menuStrings };
}
