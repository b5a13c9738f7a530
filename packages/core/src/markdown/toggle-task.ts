import { parseMarkdown } from "./grammar.ts";
import { sourceLines } from "./locate.ts";
import { taskOf } from "./task-rule.ts";

/**
 * Checks or unchecks the n-th task of a text (from 0, as `data-task` counts) and returns the text,
 * which differs in that one character at most. Without `checked` the task is flipped. Returns `null`
 * when there is no such task. Rule M11.
 */
export function toggleTask(content: string, taskIndex: number, checked?: boolean): string | null {
  const tokens = parseMarkdown(content);
  for (let at = 0; at < tokens.length; at++) {
    const task = taskOf(tokens[at]!);
    if (task?.index !== taskIndex) continue;
    const line = sourceLines(content)[task.line]!;
    const rest = tokens[at + 2]!.content.split("\n", 1)[0]!;
    const box = boxOffset(line.text, rest);
    const mark = (checked ?? !task.checked) ? "x" : " ";
    const offset = line.from + box;
    if (task.checked === (mark === "x")) return content;
    return content.slice(0, offset) + mark + content.slice(offset + 1);
  }
  return null;
}

/** Where the character between the brackets stands: in the last box before the item's own text. */
function boxOffset(line: string, rest: string): number {
  const end = line.trimEnd().length - rest.trim().length;
  return line.lastIndexOf("]", end - 1) - 1;
}
