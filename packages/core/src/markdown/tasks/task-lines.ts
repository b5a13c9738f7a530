import type { Token } from "markdown-it";
import { parseMarkdown } from "../grammar.ts";
import { firstLineText, plainText } from "../plain-text.ts";
import { taskOf } from "../task-rule.ts";
import { isWrapped } from "../wrapped-lines.ts";

export type TaskLine = {
  /** Index in the viewer's numbering of tasks (M10). */
  readonly index: number;
  readonly checked: boolean;
  /** Inline Markdown of the task, without its checkbox. */
  readonly source: string;
  /** Plain text of the task. */
  readonly text: string;
  /** Number of tasks that contain it. */
  readonly depth: number;
  /** Index of the nearest task that contains it. */
  readonly parent: number | null;
  /** Heading above it; `null` if there is none or it is the title of the memo. */
  readonly heading: string | null;
  /** Its own tags, or those of the nearest containing task that has some. */
  readonly tags: readonly string[];
};

/** Tasks of a text in order, and the tags outside all tasks. */
export type TaskLines = { readonly lines: readonly TaskLine[]; readonly tags: readonly string[] };

/**
 * Returns the tasks of a memo's text as lines, with their positions. A tag belongs to the innermost task that
 * contains it. Time is linear in the length of the text. Rules M30 and M30a.
 */
export function taskLines(content: string): TaskLines {
  const tokens = parseMarkdown(content);
  const lines: TaskLine[] = [];
  const ownTags: string[][] = [];
  const tags = new Set<string>();
  /** For each open list item, the task that it is or is inside of. */
  const within: (TaskLine | null)[] = [];
  let heading: string | null = null;
  for (const [at, token] of tokens.entries()) {
    const over = within.at(-1) ?? null;
    switch (token.type) {
      case "list_item_open": {
        const task = taskOf(token);
        if (task === undefined) {
          within.push(over);
          break;
        }
        const { index, checked } = task;
        const place = { depth: over === null ? 0 : over.depth + 1, parent: over?.index ?? null };
        const line = { index, checked, ...readLine(tokens[at + 2]!), ...place, heading, tags: [] };
        lines.push(line);
        ownTags.push([]);
        within.push(line);
        break;
      }
      case "list_item_close":
        within.pop();
        break;
      case "heading_open":
        if (within.length > 0) break;
        heading = at === 0 && token.tag === "h1" ? null : clip(plainText(tokens[at + 1]!).trim());
        break;
      case "inline":
        for (const tag of tagsOf(token)) {
          if (over === null) tags.add(tag);
          else ownTags[over.index]!.push(tag);
        }
        break;
    }
  }
  const tagged: TaskLine[] = [];
  for (const line of lines) {
    const own = [...new Set(ownTags[line.index])];
    const inherited = line.parent === null ? [] : tagged[line.parent]!.tags;
    tagged.push({ ...line, tags: own.length > 0 ? own : inherited });
  }
  return { lines: tagged, tags: [...tags] };
}

/** Returns the first tag of a task, or else of its memo; null if there is none. */
export function taskTag(line: TaskLine, { tags }: TaskLines): string | null {
  return line.tags[0] ?? tags[0] ?? null;
}

/** Returns the first line, or the whole paragraph if an editor wrapped it. */
function readLine(paragraph: Token): Pick<TaskLine, "source" | "text"> {
  const lines = paragraph.content.split("\n");
  const isOne = isWrapped(lines);
  const source = (isOne ? lines.map((line) => line.trim()).join(" ") : lines[0]!).trim();
  const text = isOne ? plainText(paragraph).trim() : firstLineText(paragraph);
  return { source: clip(source), text: clip(text) };
}

/** Maximum length for display. */
const maxLength = 2_000;

function clip(text: string): string {
  return text.length > maxLength ? `${text.slice(0, maxLength).toWellFormed()}…` : text;
}

function tagsOf({ children }: Token): string[] {
  return (children ?? []).flatMap(({ type, content }) =>
    type === "tag" ? [content.normalize()] : [],
  );
}
