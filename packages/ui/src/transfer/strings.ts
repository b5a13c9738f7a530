import { msg, plural } from "@lingui/core/macro";
import { sentences } from "../language/sentences.ts";

/** Sentences of import and export. */
export const transferStrings = sentences({
  title: msg`Import`,
  close: msg`Close`,
  open: msg`Import…`,
  intro: msg`Brings over notes with their attachments, dates, tags and links. You can review everything first.`,

  choose: msg`Choose a folder, an archive or notes`,
  drop: msg`Drop a folder, an archive or notes here`,
  dropNow: msg`Drop to see what’s inside`,
  takes: msg`Markdown, Obsidian, Logseq, Joplin (JEX, RAW), Google Keep (Takeout), a memos database, or a Tidemark export.`,
  chooseFiles: msg`Choose files…`,
  chooseFolder: msg`Choose a folder…`,
  elsewhere: msg`To import from a memos server, use the desktop app.`,
  fromServer: msg`From a memos server`,
  token: msg`Access token`,
  tokenHelp: msg`Only sent to this server, and never stored.`,
  look: msg`See what’s there`,
  lookAnyway: msg`Look anyway`,
  overheard: msg`This address isn’t encrypted. Anyone on the network can read the token and the memos.`,
  noFiles: msg`No files found.`,
  notNotes: msg`Nothing to import. To attach files, drop them on a memo’s text.`,
  unsent: msg`Couldn’t transfer the files. Try again.`,
  unread: msg`Couldn’t get the import’s status.`,
  retry: msg`Try again`,

  finding: msg`Looking for files…`,
  sending: (sent: number, total: number) =>
    msg`${plural(total, { one: "# file", other: "# files" })}, ${sent} transferred`,
  reading: msg`Checking…`,
  cancel: msg`Cancel`,
  otherSource: msg`Choose something else`,

  whose: msg`Whose memos?`,
  whoseHelp: msg`The source has memos from several people. Only one person’s are imported.`,
  goOn: msg`Continue`,

  formats: {
    markdown: msg`Markdown files`,
    obsidian: msg`Obsidian vault`,
    joplin: msg`Joplin export`,
    logseq: msg`Logseq graph`,
    keep: msg`Google Keep`,
    memos: msg`memos server`,
    "memos-db": msg`memos database`,
    "memos-export": msg`memos export`,
    tidemark: msg`Tidemark export`,
  },

  outcomes: {
    new: msg({ message: "New", context: "memos of an import" }),
    same: msg`Already imported`,
    skipped: msg({ message: "Skipped", context: "memos of an import" }),
    problem: msg`Problems`,
  },
  all: msg({ message: "All", context: "memos of an import" }),
  filter: msg`Filter by result`,
  rows: msg`Contents`,
  noRows: msg`No matching notes.`,
  moreRows: (count: number) =>
    msg`${plural(count, { one: "# more line isn’t shown", other: "# more lines aren’t shown" })}`,
  importNew: (count: number) =>
    msg`${plural(count, { one: "Import # memo", other: "Import # memos" })}`,
  nothingNew: msg`Nothing new to import.`,

  importing: msg`Importing`,
  progress: (made: number, total: number) =>
    msg`${made} of ${plural(total, { one: "# memo", other: "# memos" })}`,
  goesOn: msg`The import continues if you close this.`,
  show: msg({ message: "Show", comment: "Opens the dialog of the import that is at work" }),
  stop: msg`Stop`,
  added: (count: number) =>
    msg`${plural(count, { 0: "No memos added", one: "# memo added", other: "# memos added" })}`,
  stopped: (count: number) =>
    msg`${plural(count, {
      0: "Stopped before the first memo",
      one: "Stopped after # memo",
      other: "Stopped after # memos",
    })}`,
  undo: msg`Undo`,
  undoing: msg`Undoing…`,
  undone: (count: number) =>
    msg`${plural(count, {
      0: "No memos moved to the trash",
      one: "# memo moved to the trash",
      other: "# memos moved to the trash",
    })}`,
  kept: (count: number) =>
    msg`${plural(count, {
      one: "Kept # memo that was edited since or has comments.",
      other: "Kept # memos that were edited since or have comments.",
    })}`,
  copyRows: msg`Copy these lines`,
  done: msg`Done`,

  earlier: msg`Earlier imports`,
  noEarlier: msg`Nothing imported on this device yet.`,
  undoOf: (label: string) => msg`Undo the import of ${label}`,
  states: {
    begun: msg`interrupted; import again to continue`,
    undone: msg({ message: "undone", context: "state of an import" }),
  },

  imported: (count: number) =>
    msg`${plural(count, { 0: "no memos", one: "# memo", other: "# memos" })}`,

  folders: (count: number) =>
    msg`${plural(count, { one: "Folder of # note", other: "Folders of # notes" })}`,
  folderUses: {
    tags: msg`As tags`,
    line: msg`As the first line`,
    none: msg`Don’t keep`,
  },

  exportAll: msg`Export all…`,
  exportJson: msg`As JSON…`,
  exportHelp: msg`All memos as Markdown with attachments in a zip, or as one JSON file. The trash isn’t included.`,
  exporting: (count: number) =>
    msg`${plural(count, { one: "Exported # memo", other: "Exported # memos" })}`,
  exportProblems: (count: number) =>
    msg`${plural(count, {
      one: "# file isn’t on this device, so it’s only listed in the export.",
      other: "# files aren’t on this device, so they’re only listed in the export.",
    })}`,
  notDownloaded: msg`Couldn’t export. Nothing was downloaded.`,
  exportFailed: msg`The export was interrupted. The downloaded file is incomplete.`,
});

/** Why a source can't be read, by error code. Shown in languages other than English. */
export const failureStrings = sentences({
  "not-there": msg`It doesn’t exist or can’t be read.`,
  "not-readable": msg`No notes found.`,
  "no-user": msg`Choose whose memos to import.`,
  "no-answer": msg`This isn’t a memos server, or it rejected the token.`,
  "cut-short": msg`The server’s list ended early, so nothing was imported. Try again later.`,
  "unsafe-name": msg`The archive contains an unsafe file path. Nothing was read.`,
  link: msg`The archive contains links. Nothing was read.`,
  "repeated-name": msg`The archive contains two files with the same path. Nothing was read.`,
  encrypted: msg`It’s encrypted.`,
  "too-many": msg`It contains too many files.`,
  "too-large": msg`It’s too large.`,
  "too-much": msg`It’s too large.`,
  bomb: msg`The archive expands to many times its size. Nothing was read.`,
  broken: msg`It’s damaged.`,
  "no-room": msg`The disk is full.`,
  "no-space": msg`This browser has no more space for Tidemark.`,
  "not-written": msg`Can’t write there.`,
  fault: msg`Something went wrong. Everything imported so far is complete.`,
});

/** Notes on a row, by code, shown in languages other than English. Codes that aren't here keep the engine's words. */
export const rowStrings = sentences({
  "removed-here": msg`It was deleted here after the import.`,
  "changed-there": msg`Changed at the source since the last import. Your copy wasn’t touched.`,
  "differs-here": msg`Already here with different text. Your copy wasn’t touched.`,
  "no-note": msg`Not a note, and not used by any note.`,
  empty: msg`It’s empty.`,
  binned: msg`It’s in the trash at the source.`,
  encrypted: msg`It’s encrypted.`,
  "no-text": msg`It isn’t text.`,
  link: msg`It’s a link that points outside the folder.`,
  repeated: msg`It’s in the source twice. The first one is used.`,
  html: msg`It’s HTML, which is shown as plain text here.`,
  "no-parent": msg`The memo it comments on isn’t imported, so this becomes a separate memo.`,
});
