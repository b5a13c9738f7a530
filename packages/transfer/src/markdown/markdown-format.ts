import type { SourceFormat } from "../model.ts";
import { isNote } from "../archive/note-name.ts";
import { readNotes } from "./read-notes.ts";

/** Folders and archives of Markdown files from any program: sites, notebooks, exports. */
export const markdownFormat: SourceFormat = {
  name: "markdown",
  detect: ({ entries }) => entries.some(({ path }) => isNote(path)),
  read: (tree) => ({
    format: "markdown",
    id: tree.name.normalize("NFC"),
    label: `the Markdown files of "${tree.name}"`,
    items: () => readNotes(tree, { wiki: () => null, keepsEmpty: false, isOwn: () => false }),
    async [Symbol.asyncDispose]() {},
  }),
};
