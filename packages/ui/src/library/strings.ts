import { msg, plural } from "@lingui/core/macro";
import { sentences } from "../language/sentences.ts";

export const libraryStrings = sentences({
  kinds: {
    media: msg({ message: "Media", comment: "Pictures and films, a part of the library" }),
    audio: msg({ message: "Audio", comment: "Recordings and music, a part of the library" }),
    documents: msg`Documents`,
    unused: msg({ message: "Unused", comment: "Files that are on no memo" }),
  },
  parts: msg`Kinds of files`,
  search: msg`Search names`,
  searchLabel: msg`Search file names`,
  clear: msg`Clear the search`,
  order: msg`Order`,
  newest: msg`Newest`,
  largest: msg`Largest`,
  sum: (count: number, size: string) =>
    msg`${plural(count, { one: "# file", other: "# files" })}, ${size}`,
  moreThan: (count: number, size: string) =>
    msg`${plural(count, { other: "More than # files" })}, ${size}`,
  here: (sum: string, size: string) => msg`${sum} · of all files, ${size} on this device`,
  inMemo: (line: string) => msg`In “${line}”`,
  inArchived: (line: string) => msg`In “${line}”, archived`,
  inTrash: (line: string) => msg`In “${line}”, in the trash`,
  inOne: msg`In 1 memo`,
  notHere: msg`On the server only`,
  isHere: msg`On this device`,
  isKept: msg`Kept on this device`,
  empty: msg`No files yet`,
  emptyBody: msg`Paste or drop a file into a memo.`,
  emptyKinds: {
    media: msg`No pictures or films yet`,
    audio: msg`No recordings yet`,
    documents: msg`No documents yet`,
    unused: msg`Nothing is unused`,
  },
  unusedBody: msg`Files that are on no memo and in no text come here.`,
  noMatch: msg`No file is called that`,
  failed: msg`The files could not be read.`,
  retry: msg`Try again`,
  select: (name: string) => msg`Select ${name}`,
  deleteSelected: (count: number) => msg`${plural(count, { other: "Delete # selected" })}`,
  deleteAll: msg`Delete all`,
  confirmTitle: (count: number) =>
    msg`${plural(count, { one: "Delete # file?", other: "Delete # files?" })}`,
  confirmBody: (size: string) =>
    msg`${size}. There is no trash for files: they go for good, from every device, once the message with Undo has closed or you leave this page. A draft on another device may still want them.`,
  confirm: msg`Delete`,
  deleted: (count: number) =>
    msg`${plural(count, { one: "# file is about to be deleted", other: "# files are about to be deleted" })}`,
  gone: (count: number) =>
    msg`${plural(count, { one: "# file deleted", other: "# files deleted" })}`,
});
