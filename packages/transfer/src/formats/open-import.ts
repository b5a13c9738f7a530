import { defaultLimits } from "../archive/limits.ts";
import { openSource } from "../archive/open-source.ts";
import { SourceRefused } from "../archive/source-tree.ts";
import { joplinFormat } from "../joplin/joplin-format.ts";
import { keepFormat } from "../keep/keep-format.ts";
import { markdownFormat } from "../markdown/markdown-format.ts";
import { memosDbFormat } from "../memos-db/memos-db-format.ts";
import type { ImportSource, SourceChoices, SourceFormat } from "../model.ts";
import { obsidianFormat } from "../obsidian/obsidian-format.ts";
import { tidemarkFormat } from "../tidemark/tidemark-format.ts";

/** From what is told by a mark of its own to what many files could be. */
export const formats: readonly SourceFormat[] = [
  tidemarkFormat,
  memosDbFormat,
  joplinFormat,
  keepFormat,
  obsidianFormat,
  markdownFormat,
];

/**
 * Opens what a person names and finds out what wrote it. Throws `SourceRefused` for what cannot be
 * read, and for what no program here is known to write.
 */
export async function openImport(path: string, choices: SourceChoices): Promise<ImportSource> {
  await using held = new AsyncDisposableStack();
  const tree = held.use(await openSource(path, defaultLimits, choices.roomIn));
  for (const format of formats) {
    if (!(await format.detect(tree, choices))) continue;
    const source = held.use(await format.read(tree, choices));
    const moved = held.move();
    return {
      format: source.format,
      kind: format.name,
      id: source.id,
      label: source.label,
      items: () => source.items(),
      [Symbol.asyncDispose]: () => moved.disposeAsync(),
    };
  }
  throw new SourceRefused("not-readable", "it holds nothing that is known here to be notes");
}
