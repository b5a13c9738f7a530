/** What the sheet lists: title, then keys and what they do. */
export const shortcutGroups = [
  {
    title: "Anywhere",
    rows: [
      [["Ctrl+N"], "New memo"],
      [["Ctrl+F"], "Search"],
      [["Ctrl+Z"], "Undo the last action"],
      [["Ctrl+Shift+S"], "Sync now"],
      [["Ctrl+\\"], "Show or hide the sidebar"],
      [["Ctrl+/"], "This sheet"],
    ],
  },
  {
    title: "In the list of memos",
    rows: [
      [["j", "↓"], "Next memo"],
      [["k", "↑"], "Previous memo"],
      [["Enter", "e"], "Edit"],
      [["p"], "Pin or unpin"],
      [["a"], "Archive or unarchive"],
      [["Del"], "Move to trash"],
      [["z"], "Undo the last action"],
      [["/"], "Search"],
      [["g t"], "Go to the timeline"],
      [["g k"], "Go to tasks"],
      [["g a"], "Go to the archive"],
      [["g x"], "Go to the trash"],
      [["g d"], "Go to a date"],
      [["Ctrl+Home", "Ctrl+End"], "Leave the list"],
      [["?"], "This sheet"],
    ],
  },
  {
    title: "While writing",
    rows: [
      [["Ctrl+Enter"], "Save, or be done"],
      [["Esc"], "Leave the editor"],
      [["Ctrl+B"], "Bold"],
      [["Ctrl+I"], "Italic"],
      [["Ctrl+Shift+X"], "Strikethrough"],
      [["Ctrl+E"], "Code"],
      [["Ctrl+K"], "Link"],
      [["Ctrl+Alt+1…3"], "Heading"],
      [["Ctrl+Shift+7"], "Numbered list"],
      [["Ctrl+Shift+8"], "Bulleted list"],
      [["Ctrl+Shift+9"], "Task"],
      [["Ctrl+Shift+B"], "Quote"],
    ],
  },
] as const;

export const keyboardStrings = {
  sheetTitle: "Keyboard shortcuts",
  close: "Close",
  or: "or",
} as const;
