import { msg, plural } from "@lingui/core/macro";
import { sentences } from "../language/sentences.ts";

export const libraryStrings = sentences({
  kinds: {
    media: msg({ message: "Media", comment: "Pictures and films, a part of the library" }),
    audio: msg({ message: "Audio", comment: "Recordings and music, a part of the library" }),
    documents: msg`Documents`,
    unused: msg({ message: "Unused", comment: "Files that are on no memo" }),
  },
  parts: msg`File types`,
  search: msg`Search names`,
  searchLabel: msg`Search file names`,
  clear: msg`Clear search`,
  order: msg`Sort by`,
  newest: msg`Newest`,
  largest: msg`Largest`,
  sum: (count: number, size: string) =>
    msg`${plural(count, { one: "# file", other: "# files" })}, ${size}`,
  moreThan: (count: number, size: string) =>
    msg`${plural(count, { other: "More than # files" })}, ${size}`,
  here: (sum: string, size: string) => msg`${sum} · ${size} of all files on this device`,
  inMemo: (line: string) => msg`In “${line}”`,
  inArchived: (line: string) => msg`In “${line}”, archived`,
  inTrash: (line: string) => msg`In “${line}”, in the trash`,
  inOne: msg`In 1 memo`,
  notHere: msg`On the server only`,
  isHere: msg`On this device`,
  isKept: msg`Kept offline`,
  empty: msg`No files yet`,
  emptyBodyOnTouch: msg`Attach a file to a memo.`,
  emptyBody: msg`Paste or drop a file into a memo.`,
  emptyKinds: {
    media: msg`No images or videos yet`,
    audio: msg`No recordings yet`,
    documents: msg`No documents yet`,
    unused: msg`No unused files`,
  },
  unusedBody: msg`Files that aren’t used in any memo appear here.`,
  noMatch: msg`No matching files`,
  failed: msg`Couldn’t load files.`,
  retry: msg`Try again`,
  select: (name: string) => msg`Select ${name}`,
  deleteSelected: (count: number) => msg`${plural(count, { other: "Delete # selected" })}`,
  deleteAll: msg`Delete all`,
  confirmTitle: (count: number) =>
    msg`${plural(count, { one: "Delete # file?", other: "Delete # files?" })}`,
  confirmBody: (size: string) =>
    msg`${size}. Files are deleted permanently from all devices once Undo disappears. A draft on another device may still use them.`,
  confirm: msg`Delete`,
  deleted: (count: number) =>
    msg`${plural(count, { one: "# file will be deleted", other: "# files will be deleted" })}`,
  gone: (count: number) =>
    msg`${plural(count, { one: "# file deleted", other: "# files deleted" })}`,
});
