import { diffArrays } from "diff";
import { parseMarkdown } from "../grammar.ts";
import { sourceLines } from "../locate.ts";
import { taskOf } from "../task-rule.ts";

/**
 * Checks or unchecks the n-th task of a text (from 0, as `data-task` counts) and returns the text. At most
 * that one character changes. Flips the task if `checked` is omitted. Returns `null` if there is no such
 * task. Rule M11.
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

/** Returns the offset of the character between the brackets, in the last box before the item's own text. */
function boxOffset(line: string, rest: string): number {
  const end = line.trimEnd().length - rest.trim().length;
  return line.lastIndexOf("]", end - 1) - 1;
}

/**
 * Returns the current index of a task of an earlier text; `null` if no task has the same words. Tasks with
 * the same words are matched in order.
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

/** Maximum number of added and removed tasks. The cost of the diff grows with its square. */
const maxMoved = 1_000;

/** Returns the first line of each task, in order. */
function taskWords(content: string): string[] {
  const tokens = parseMarkdown(content);
  return tokens.flatMap((token, at) =>
    taskOf(token) === undefined ? [] : [tokens[at + 2]!.content.split("\n", 1)[0]!.trim()],
  );
}
