import type { Token } from "markdown-it";
import { parseMarkdown } from "../grammar.ts";
import { firstLineText, plainText } from "../plain-text.ts";
import { taskOf } from "../task-rule.ts";
import { isWrapped } from "../wrapped-lines.ts";

/** One task of a text, by itself. */
export type TaskLine = {
  /** As the viewer counts tasks (M10). */
  readonly index: number;
  readonly checked: boolean;
  /** What it says as inline Markdown, without its box. */
  readonly source: string;
  /** The same as it is read. */
  readonly text: string;
  /** How many tasks it lies under. */
  readonly depth: number;
  /** The nearest of those, by its index. */
  readonly parent: number | null;
  /** The heading that it stands under, unless that is the title of the whole. */
  readonly heading: string | null;
  /** Its own tags, else those of the nearest task over it that has some. */
  readonly tags: readonly string[];
};

/** The tasks of a text in their order, and the tags that stand in none of them. */
export type TaskLines = { readonly lines: readonly TaskLine[]; readonly tags: readonly string[] };

/**
 * The tasks of a memo's text as lines, each with where it stands. A tag belongs to the innermost task
 * that it stands in. Time is linear in the length of the text. Rule M30.
 */
export function taskLines(content: string): TaskLines {
  const tokens = parseMarkdown(content);
  const lines: TaskLine[] = [];
  const ownTags: string[][] = [];
  const tags = new Set<string>();
  /** Of each list item that is open, the task that it is or lies in. */
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

/** The tag that a task goes by: its own, else its memo's; null where there is none. */
export function taskTag(line: TaskLine, { tags }: TaskLines): string | null {
  return line.tags[0] ?? tags[0] ?? null;
}

/** The first line, or all of a paragraph that an editor has wrapped. */
function readLine(paragraph: Token): Pick<TaskLine, "source" | "text"> {
  const lines = paragraph.content.split("\n");
  const isOne = isWrapped(lines);
  const source = (isOne ? lines.map((line) => line.trim()).join(" ") : lines[0]!).trim();
  const text = isOne ? plainText(paragraph).trim() : firstLineText(paragraph);
  return { source: clip(source), text: clip(text) };
}

/** So much of a line is shown; nothing is edited by it. */
const maxLength = 2_000;

function clip(text: string): string {
  return text.length > maxLength ? `${text.slice(0, maxLength).toWellFormed()}…` : text;
}

function tagsOf({ children }: Token): string[] {
  return (children ?? []).flatMap(({ type, content }) => (type === "tag" ? [content] : []));
}
