import type { BlockWords } from "./block-words.ts";
import { escapeHtml } from "./escape-html.ts";

/** Maximum length of a cell that stays on one line, such as a date or an amount. */
export const shortCell = 16;

const maxTableName = 80;
const maxLanguage = 24;

/**
 * Opens a frame for a table and names it by the table's columns. It scrolls sideways and needs keyboard
 * focus.
 */
export function openTableFrame(titles: readonly string[], words: BlockWords): string {
  const columns = titles.filter((title) => title !== "").join(", ");
  const isLong = columns.length > maxTableName;
  const shown = isLong ? `${columns.slice(0, maxTableName).toWellFormed()}…` : columns;
  const name = columns === "" ? words.table : words.tableOf(shown);
  return `<div class="table-frame"${reachedAs(name)}>`;
}

/**
 * Wraps a code block in a frame with its language in `data-language`. CSS displays the language, so it isn't
 * part of the text.
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

/** Number of tasks from which progress is shown. A single checkbox already shows its state. */
const countedFrom = 2;

/** Renders how many tasks are done, if there are at least two. */
export function showProgress(done: number, count: number, words: BlockWords): string[] {
  if (count < countedFrom) return [];
  // The text beside the bar has the same numbers.
  const bar = `<progress max="${count}" value="${done}" aria-hidden="true"></progress>`;
  return [`<span class="task-progress">${bar}${escapeHtml(words.tasksDone(done, count))}</span>`];
}
