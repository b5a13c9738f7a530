import { untilAborted } from "../archive/until-aborted.ts";
import { SourceRefused, type SourceTree, unreadable } from "../archive/source-tree.ts";
import { joplinFormat } from "../joplin/joplin-format.ts";
import { keepFormat } from "../keep/keep-format.ts";
import { logseqFormat } from "../logseq/logseq-format.ts";
import { markdownFormat } from "../markdown/markdown-format.ts";
import { memosDbFormat } from "../memos-db/memos-db-format.ts";
import {
  type ImportItem,
  type ImportSource,
  problem,
  type SourceChoices,
  type SourceFormat,
} from "../model.ts";
import { memosExportFormat } from "../memos-export/memos-export-format.ts";
import { obsidianFormat } from "../obsidian/obsidian-format.ts";
import { tidemarkFormat } from "../tidemark/tidemark-format.ts";

/** Formats, from those with a unique mark to the most general. */
export const formats: readonly SourceFormat[] = [
  tidemarkFormat,
  memosExportFormat,
  memosDbFormat,
  joplinFormat,
  keepFormat,
  logseqFormat,
  obsidianFormat,
  markdownFormat,
];

/**
 * Detects the format of a tree, and disposes of the tree with the returned source. Throws `SourceRefused` if it
 * can't be read, or no format matches.
 */
export async function readTree(opened: SourceTree, choices: SourceChoices): Promise<ImportSource> {
  await using held = new AsyncDisposableStack();
  held.use(opened);
  const open = (inside: string) => untilAborted(opened.open(inside), choices.signal);
  const tree = { ...opened, open };
  let unread: SourceRefused | null = null;
  for (const format of formats) {
    choices.signal?.throwIfAborted();
    try {
      if (!(await format.detect(tree, choices))) continue;
    } catch (error) {
      const refused = unreadable(error);
      unread ??= refused;
      continue;
    }
    const source = held.use(await format.read(tree, choices));
    const moved = held.move();
    return {
      format: source.format,
      kind: format.name,
      id: source.id,
      label: source.label,
      items: (signal) => withProblems(tree, source, signal),
      [Symbol.asyncDispose]: () => moved.disposeAsync(),
    };
  }
  throw unread ?? new SourceRefused("not-readable", nothingKnown(tree));
}

/** Yields the problems of the tree before the items of the source, for every format. */
async function* withProblems(
  tree: SourceTree,
  source: ImportSource,
  signal: AbortSignal | undefined,
): AsyncGenerator<ImportItem> {
  for (const { path, code, words } of tree.problems) yield problem(path, code, words);
  yield* source.items(signal);
}

const named = 3;

/** Returns a message with some of the paths, so that a user who chose the wrong folder notices. */
function nothingKnown({ entries, problems }: SourceTree): string {
  const paths = [...problems, ...entries].map(({ path }) => path);
  const some = paths.slice(0, named).join(", ");
  const all = paths.length > named ? `${some} and ${paths.length - named} more` : some;
  const words = "no notes found";
  return all === "" ? words : `${words}: ${all}`;
}
