import type { shortcutNames, shortcutTitles } from "./strings.ts";

/** What the sheet lists: title, then keys and what they do. */
export const shortcutGroups = [
  {
    title: "anywhere",
    rows: [
      [["Ctrl+N"], "newMemo"],
      [["Ctrl+D"], "today"],
      [["Ctrl+F"], "search"],
      [["Ctrl+Z"], "undo"],
      [["Ctrl+Shift+S"], "sync"],
      [["Ctrl+\\"], "sidebar"],
      [["Ctrl+,"], "settings"],
      [["Ctrl+/"], "sheet"],
    ],
  },
  {
    title: "inList",
    rows: [
      [["j", "↓"], "next"],
      [["k", "↑"], "previous"],
      [["Enter"], "open"],
      [["e"], "edit"],
      [["o"], "whole"],
      [["p"], "pin"],
      [["a"], "archive"],
      [["Del"], "trash"],
      [["z"], "undo"],
      [["/"], "search"],
      [["g t"], "toTimeline"],
      [["g k"], "toTasks"],
      [["g a"], "toArchive"],
      [["g x"], "toTrash"],
      [["g d"], "toDate"],
      [["Ctrl+Home", "Ctrl+End"], "leave"],
      [["?"], "sheet"],
    ],
  },
  {
    title: "onPage",
    rows: [
      [["["], "newer"],
      [["]"], "older"],
      [["e"], "edit"],
      [["c"], "comment"],
      [["r"], "react"],
      [["v"], "visibility"],
      [["l"], "linkMemo"],
      [["y"], "copyAddress"],
      [["z"], "undo"],
    ],
  },
  {
    title: "whileWriting",
    rows: [
      [["Ctrl+Enter"], "save"],
      [["Esc"], "leaveEditor"],
      [["Ctrl+Shift+F"], "focusMode"],
      [["Ctrl+B"], "bold"],
      [["Ctrl+I"], "italic"],
      [["Ctrl+Shift+X"], "strike"],
      [["Ctrl+E"], "code"],
      [["Ctrl+K"], "link"],
      [["Ctrl+Alt+1…3"], "heading"],
      [["Ctrl+Shift+7"], "numbers"],
      [["Ctrl+Shift+8"], "bullets"],
      [["Ctrl+Shift+9"], "task"],
      [["Ctrl+Shift+B"], "quote"],
      [["Ctrl+L"], "switchTask"],
      [["Ctrl+Shift+L"], "table"],
      [["Alt+Enter"], "openLink"],
      [["Ctrl+Shift+E"], "livePreview"],
      [["/"], "insert"],
      [["[["], "memoLink"],
      [[":"], "emoji"],
      [["Ctrl+Shift+V"], "pastePlain"],
    ],
  },
] as const satisfies readonly {
  readonly title: keyof typeof shortcutTitles;
  readonly rows: readonly (readonly [keys: readonly string[], what: keyof typeof shortcutNames])[];
}[];
