import { fromUtf8 } from "../bytes/text-bytes.ts";
import { readBytesIfAny, type SourceTree } from "../archive/source-tree.ts";
import { isNote } from "../archive/note-name.ts";
import { readNotes } from "../markdown/read-notes.ts";
import type { SourceFormat } from "../model.ts";
import { dailyNotesOf } from "./daily-notes.ts";
import { wikiParts } from "./wiki-links.ts";

/** Number of notes that are searched for wiki links. */
const lookedInto = 500;
const maxBytes = 1024 * 1024;

/**
 * Obsidian vaults: Markdown with links by name. A vault that was copied without its settings is detected by
 * its links.
 */
export const obsidianFormat: SourceFormat = {
  name: "obsidian",
  async detect(tree) {
    if (tree.entries.some(({ path }) => isOwn(path))) return true;
    return hasWikiLinks(tree);
  },
  async read(tree) {
    const placeOf = await dailyNotesOf(tree);
    return {
      // Shares `format` with Markdown, so a note keeps its identity if the detected format changes.
      format: "markdown",
      id: tree.name.normalize("NFC"),
      label: `the linked notes of "${tree.name}"`,
      items: () => readNotes(tree, { wiki: wikiParts, keepsEmpty: true, isOwn, placeOf }),
      async [Symbol.asyncDispose]() {},
    };
  },
};

function isOwn(path: string): boolean {
  return /(?:^|\/)\.obsidian\//.test(path);
}

async function hasWikiLinks(tree: SourceTree): Promise<boolean> {
  const notes = tree.entries
    .filter(({ path, sizeBytes }) => isNote(path) && sizeBytes <= maxBytes)
    .slice(0, lookedInto);
  for (const { path } of notes) {
    const text = fromUtf8((await readBytesIfAny(tree, path, maxBytes)) ?? new Uint8Array());
    if (/\[\[[^[\]\n]+\]\]/.test(text)) return true;
  }
  return false;
}
