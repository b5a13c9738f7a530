import type { StateCore, Token } from "markdown-it";

const MARKER = /^\[([ xX])\](?:[ \t]|$|(?=\n))/;

/** Value of `meta.task` in a task's `list_item_open`: `index` counts tasks in document order. */
export type Task = { readonly index: number; readonly checked: boolean; readonly line: number };

/**
 * Core rule, before inline parsing: a list item whose first block is a paragraph that begins with `[ ]` or
 * `[x]` is a task. Removes the marker from the text and sets the task in the item's `meta`. Rule M10.
 */
export function taskRule(state: StateCore): void {
  const { tokens } = state;
  let index = 0;
  for (let at = 0; at + 2 < tokens.length; at++) {
    if (tokens[at]!.type !== "list_item_open" || tokens[at + 1]!.type !== "paragraph_open")
      continue;
    const inline = tokens[at + 2]!;
    const marker = MARKER.exec(inline.content);
    if (marker === null) continue;
    inline.content = inline.content.slice(marker[0].length);
    const task: Task = { index, checked: marker[1] !== " ", line: inline.map![0] };
    tokens[at]!.meta = { task };
    index++;
  }
}

/** Returns the task that a `list_item_open` token opens; undefined if it opens none. */
export function taskOf(token: Token): Task | undefined {
  return token.type === "list_item_open" ? (token.meta?.["task"] as Task | undefined) : undefined;
}
