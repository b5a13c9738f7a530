import { msg } from "@lingui/core/macro";
import type { CommandId } from "../commands/commands.ts";
import { commandNames, menuName } from "../keyboard/strings.ts";
import { sentences } from "../language/sentences.ts";
import type { MenuWords } from "./english-menu-words.ts";

// Labels of the native menu other than its commands. `&` precedes the letter that opens a menu with Alt.
const menuStrings = sentences({
  file: msg({ message: "&File", context: "native menu" }),
  capture: msg`Quick capture`,
  record: msg`Record`,
  close: msg({ message: "Close window", context: "native menu" }),
  quit: msg({ message: "Quit", context: "native menu" }),
  openApp: msg({ message: "Open Tidemark", context: "tray menu" }),
  pauseSync: msg({ message: "Pause sync", context: "tray menu" }),
  resumeSync: msg({ message: "Resume sync", context: "tray menu" }),
  askClosing: msg`Keep Tidemark running in the tray?`,
  askClosingMore: msg`Quick capture and sync keep working. You can change this later in Settings.`,
  keepInTray: msg({ message: "Keep running", context: "native dialog" }),
  cancel: msg`Cancel`,
  edit: msg({ message: "&Edit", context: "native menu" }),
  undo: msg`Undo`,
  redo: msg({ message: "Redo", context: "native menu" }),
  cut: msg({ message: "Cut", context: "native menu" }),
  copy: msg`Copy`,
  copyImage: msg({ message: "Copy image", context: "native menu" }),
  learnWord: msg({ message: "Add to dictionary", context: "native menu" }),
  paste: msg({ message: "Paste", context: "native menu" }),
  selectAll: msg({ message: "Select all", context: "native menu" }),
  theme: msg`Theme`,
  themeSystem: msg({ message: "System", context: "theme" }),
  themeLight: msg`Light`,
  themeDark: msg`Dark`,
  view: msg({ message: "&View", context: "native menu" }),
  timeline: msg`Timeline`,
  tasks: msg`Tasks`,
  library: msg({ message: "Library", comment: "The place of all files" }),
  archive: msg({ message: "Archive", context: "place" }),
  trash: msg`Trash`,
  comfortable: msg`Comfortable`,
  compact: msg`Compact`,
  oneLine: msg`One line`,
  resetZoom: msg({ message: "Actual size", context: "native menu" }),
  zoomIn: msg({ message: "Zoom in", context: "native menu" }),
  zoomOut: msg({ message: "Zoom out", context: "native menu" }),
  fullScreen: msg({ message: "Full screen", context: "native menu" }),
  window: msg({ message: "&Window", context: "native menu" }),
  help: msg({ message: "&Help", context: "native menu" }),
  showLogs: msg`Show logs`,
  report: msg`Report a problem…`,
  cannotOpen: msg`Tidemark can’t open your memos`,
  pageBroke: msg`Tidemark keeps crashing. Your memos are safe.`,
  pageStuck: msg`The window isn’t responding. Your memos are safe.`,
  showAgain: msg`Reload`,
  wait: msg({ message: "Wait", context: "native dialog" }),
});

/** Commands of the native menu, named as in other menus. */
const commands = [
  "newMemo",
  "today",
  "random",
  "import",
  "exportAll",
  "connect",
  "sync",
  "syncDetails",
  "settings",
  "print",
  "search",
  "palette",
  "commands",
  "toDate",
  "year",
  "sidebar",
  "panel",
  "blurAll",
  "focusMode",
  "sheet",
  "performance",
  "pastePlain",
] as const satisfies readonly CommandId[];

export function menuWords(): MenuWords {
  const named = commands.map((id) => [id, menuName(id)] as const);
  // Object.fromEntries loses the key type.
  const ofCommands = Object.fromEntries(named) as Record<(typeof commands)[number], string>;
  return { ...menuStrings, copyLink: commandNames.copyAddress, ...ofCommands };
}
