import type { BlockWords } from "./block-words.ts";
import { escapeHtml } from "./escape-html.ts";

/** Cells of up to so many characters, such as dates and amounts, stay on one line. */
export const shortCell = 16;

const maxTableName = 80;
const maxLanguage = 24;

/** Opens a frame for a table, named by its columns. It scrolls sideways, so keys must reach it. */
export function openTableFrame(titles: readonly string[], words: BlockWords): string {
  const columns = titles.filter((title) => title !== "").join(", ");
  const isLong = columns.length > maxTableName;
  const shown = isLong ? `${columns.slice(0, maxTableName).toWellFormed()}…` : columns;
  const name = columns === "" ? words.table : words.tableOf(shown);
  return `<div class="table-frame"${reachedAs(name)}>`;
}

/**
 * Sets a block of code into a frame with its language in `data-language`. A style shows it, so that it
 * isn't part of the text.
 */
export function frameCode(pre: string, language: string, words: BlockWords): string {
  const shown = language.slice(0, maxLanguage);
  const label = shown === "" ? "" : ` data-language="${escapeHtml(shown)}"`;
  const name = reachedAs(shown === "" ? words.code : words.codeIn(shown));
  return `<div class="code-frame"${label}><pre${name}${pre.trimEnd().slice("<pre".length)}</div>\n`;
}

function reachedAs(name: string): string {
  return ` tabindex="0" role="group" aria-label="${escapeHtml(name)}"`;
}

/** A single task shows by itself whether it is done. */
const countedFrom = 2;

/** Renders how many tasks are done, if there are several. */
export function showProgress(done: number, count: number, words: BlockWords): string[] {
  if (count < countedFrom) return [];
  // The words beside the bar say the same.
  const bar = `<progress max="${count}" value="${done}" aria-hidden="true"></progress>`;
  return [`<span class="task-progress">${bar}${escapeHtml(words.tasksDone(done, count))}</span>`];
}
