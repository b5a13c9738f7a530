import { readBytesIfAny, type SourceTree } from "../archive/source-tree.ts";
import { isNote } from "../markdown/note-index.ts";
import { readNotes } from "../markdown/read-notes.ts";
import type { SourceFormat } from "../model.ts";
import { wikiParts } from "./wiki-links.ts";

/** So many notes are looked into for a link that only such programs write. */
const lookedInto = 500;
const maxBytes = 1024 * 1024;

/**
 * Vaults: Markdown with links by name. A vault that was copied without its settings is known by its
 * links.
 */
export const obsidianFormat: SourceFormat = {
  name: "obsidian",
  async detect(tree) {
    if (tree.entries.some(({ path }) => isOwn(path))) return true;
    return hasWikiLinks(tree);
  },
  read: (tree) => ({
    // One and the same note, whatever was seen in its neighbours.
    format: "markdown",
    id: tree.name.normalize("NFC"),
    label: `the linked notes of "${tree.name}"`,
    items: () => readNotes(tree, { wiki: wikiParts, keepsEmpty: true, isOwn }),
    async [Symbol.asyncDispose]() {},
  }),
};

function isOwn(path: string): boolean {
  return /(?:^|\/)\.obsidian\//.test(path);
}

async function hasWikiLinks(tree: SourceTree): Promise<boolean> {
  const notes = tree.entries
    .filter(({ path, sizeBytes }) => isNote(path) && sizeBytes <= maxBytes)
    .slice(0, lookedInto);
  for (const { path } of notes) {
    const text = Buffer.from((await readBytesIfAny(tree, path, maxBytes)) ?? []).toString("utf8");
    if (/\[\[[^[\]\n]+\]\]/.test(text)) return true;
  }
  return false;
}
