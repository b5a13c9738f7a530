import { msg, plural } from "@lingui/core/macro";
import { sentences } from "../language/sentences.ts";

/** What is said where memos come in and go out. */
export const transferStrings = sentences({
  title: msg`Import`,
  close: msg`Close`,
  open: msg`Import…`,
  intro: msg`Notes of another program come with their files, times, tags and links. You see what would come before anything does.`,

  drop: msg`Drop a folder, an archive or notes here`,
  dropNow: msg`Drop to look what is in it`,
  takes: msg`Markdown, Obsidian, Joplin (JEX, RAW), Google Keep (Takeout), a database of memos, or an export of Tidemark.`,
  chooseFiles: msg`Choose files…`,
  chooseFolder: msg`Choose a folder…`,
  fromServer: msg`From a memos server`,
  token: msg`Access token`,
  tokenHelp: msg`Only this server is asked. The token is not kept.`,
  look: msg`Look what is there`,
  lookAnyway: msg`Look all the same`,
  overheard: msg`This address is not encrypted: whoever listens on the way can read the token and the memos.`,
  noFiles: msg`There is no file in it.`,
  notNotes: msg`There is nothing to import in it. Drop files on a text to attach them to it.`,
  unsent: msg`The files could not be handed over. Try again.`,
  unread: msg`What is imported could not be asked about.`,
  retry: msg`Try again`,

  finding: msg`Looking for files…`,
  sending: (sent: number, total: number) =>
    msg`${plural(total, { one: "# file", other: "# files" })}, ${sent} handed over`,
  reading: msg`Looking what is there…`,
  cancel: msg`Cancel`,
  otherSource: msg`Choose something else`,

  whose: msg`Whose memos?`,
  whoseHelp: msg`It holds memos of several people. Only those of one come in.`,
  goOn: msg`Continue`,

  formats: {
    markdown: msg`Markdown files`,
    obsidian: msg`Obsidian vault`,
    joplin: msg`Joplin export`,
    keep: msg`Google Keep`,
    memos: msg`memos server`,
    "memos-db": msg`memos database`,
    "memos-export": msg`memos export`,
    tidemark: msg`Tidemark export`,
  },

  outcomes: {
    new: msg({ message: "New", context: "memos of an import" }),
    same: msg`Here already`,
    skipped: msg({ message: "Skipped", context: "memos of an import" }),
    problem: msg`Problems`,
  },
  all: msg({ message: "All", context: "memos of an import" }),
  filter: msg`Which lines are shown`,
  rows: msg`What is in it`,
  noRows: msg`Nothing of that kind.`,
  moreRows: (count: number) =>
    msg`${plural(count, { one: "# more line is not shown", other: "# more lines are not shown" })}`,
  importNew: (count: number) =>
    msg`${plural(count, { one: "Import # memo", other: "Import # memos" })}`,
  nothingNew: msg`Nothing in it is new here.`,

  importing: msg`Importing`,
  progress: (made: number, total: number) =>
    msg`${made} of ${plural(total, { one: "# memo", other: "# memos" })}`,
  goesOn: msg`It goes on when you close this.`,
  show: msg({ message: "Show", comment: "Opens the dialog of the import that is at work" }),
  stop: msg`Stop`,
  added: (count: number) =>
    msg`${plural(count, { 0: "No memo added", one: "# memo added", other: "# memos added" })}`,
  stopped: (count: number) =>
    msg`${plural(count, {
      0: "Stopped before the first memo",
      one: "Stopped after # memo",
      other: "Stopped after # memos",
    })}`,
  undo: msg`Undo`,
  undoing: msg`Taking it back`,
  undone: (count: number) =>
    msg`${plural(count, {
      0: "No memo moved to the trash",
      one: "# memo moved to the trash",
      other: "# memos moved to the trash",
    })}`,
  kept: (count: number) =>
    msg`${plural(count, {
      one: "# memo stays: it was edited since, or has comments.",
      other: "# memos stay: they were edited since, or have comments.",
    })}`,
  copyRows: msg`Copy these lines`,
  done: msg`Done`,

  earlier: msg`Earlier imports`,
  noEarlier: msg`Nothing was imported on this device yet.`,
  undoOf: (label: string) => msg`Undo the import of ${label}`,
  states: {
    begun: msg`broken off; import it again to go on`,
    done: msg({ message: "imported", context: "state of an import" }),
    undone: msg({ message: "taken back", context: "state of an import" }),
  },

  exportAll: msg`Export all…`,
  exportJson: msg`As JSON…`,
  exportHelp: msg`Every memo as Markdown with its files, in a zip; or all of them in one JSON file. What is in the trash stays there.`,
  exporting: (count: number) =>
    msg`${plural(count, { one: "# memo is in the zip", other: "# memos are in the zip" })}`,
  exportProblems: (count: number) =>
    msg`${plural(count, {
      one: "# file is not on this device; the export names it.",
      other: "# files are not on this device; the export names them.",
    })}`,
  exportFailed: msg`The export broke off. What was downloaded is not whole.`,
});

/** Why a source is not read, by the code of it. */
export const failureStrings = sentences({
  "not-there": msg`It is not there, or cannot be read.`,
  "not-readable": msg`It holds nothing that is known here to be notes.`,
  "no-user": msg`It has to be said whose memos are meant.`,
  "no-answer": msg`The server does not answer as a memos server would, or refuses the token.`,
  "unsafe-name": msg`The archive holds a file that would lie outside of it. Nothing was read.`,
  link: msg`The archive holds links. Nothing was read.`,
  "repeated-name": msg`The archive holds a name twice. Nothing was read.`,
  encrypted: msg`It is encrypted.`,
  "too-many": msg`It holds too many files.`,
  "too-large": msg`It is too large.`,
  "too-much": msg`It is too large.`,
  bomb: msg`The archive gets many times larger by unpacking. Nothing was read.`,
  broken: msg`It is damaged.`,
  "no-room": msg`The disk is full.`,
  "not-written": msg`It cannot be written there.`,
  fault: msg`Something went wrong. What was imported by then is whole.`,
});

/** What is said of a line, by its code; others have details, which are said as they are. */
export const rowStrings = sentences({
  "removed-here": msg`It was removed here since.`,
  "changed-there": msg`It was edited there since it was imported; the memo here stays as it is.`,
  "differs-here": msg`It is here with another text, which stays.`,
  "no-note": msg`It is no note, and no note shows it.`,
  empty: msg`It is empty.`,
  binned: msg`It is in the bin there.`,
  encrypted: msg`It is encrypted.`,
  "no-text": msg`It holds bytes that are no text.`,
  link: msg`It is a link that leads elsewhere.`,
  repeated: msg`The source has it twice; the first one counts.`,
  html: msg`It is written in HTML, which is shown as text here.`,
  "no-parent": msg`What it comments on is not imported: it stands by itself.`,
});
