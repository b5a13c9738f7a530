import { diffArrays } from "diff";
import { parseMarkdown } from "../grammar.ts";
import { sourceLines } from "../locate.ts";
import { taskOf } from "../task-rule.ts";

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

/**
 * The number that a task of an earlier text has now, or `null` where it is not there any more with the
 * words that it had. Of tasks that say the same it is the one that stands where it stood among them.
 */
export function sameTask(before: string, taskIndex: number, content: string): number | null {
  if (before === content) return taskIndex;
  const changes = diffArrays(taskWords(before), taskWords(content), { maxEditLength: maxMoved });
  let [was, is] = [0, 0];
  for (const { added, removed, count } of changes ?? []) {
    if (!added && !removed && taskIndex < was + count) {
      return taskIndex < was ? null : is + taskIndex - was;
    }
    if (!added) was += count;
    if (!removed) is += count;
  }
  return null;
}

/** So many tasks may have come and gone; its cost grows with the square of them. */
const maxMoved = 1_000;

/** What each task says, in order. */
function taskWords(content: string): string[] {
  const tokens = parseMarkdown(content);
  return tokens.flatMap((token, at) =>
    taskOf(token) === undefined ? [] : [tokens[at + 2]!.content.split("\n", 1)[0]!.trim()],
  );
}
