import type { ItemMark } from "./block-writer.ts";
import { styleOf } from "./style.ts";

/** Returns the level that an item or its list gives as a number; 1 if none does. */
export function levelOf(item: Element, list: Element): number {
  const given =
    item.getAttribute("aria-level") ?? item.getAttribute("data-aria-level") ?? quillLevel(item);
  const indent = list.getAttribute("data-indent");
  const level = given === null ? Number(indent ?? 0) + 1 : Number(given);
  return Number.isInteger(level) && level >= 1 && level <= 12 ? level : 1;
}

function quillLevel(item: Element): string | null {
  const indent = /(?:^|\s)ql-indent-(\d)/.exec(item.className)?.[1];
  return indent === undefined ? null : String(Number(indent) + 1);
}

/** Returns whether an item is checked; `null` if it has no box. */
export function boxOf(item: Element): boolean | null {
  for (const name of ["data-checked", "aria-checked"]) {
    const value = item.getAttribute(name);
    if (value !== null) return value === "true";
  }
  const kind = item.getAttribute("data-list");
  if (kind === "checked" || kind === "unchecked") return kind === "checked";
  const checked = styleOf(item).get("--en-checked");
  if (checked !== undefined) return checked === "true";
  const box = item.querySelector(
    'input[type="checkbox" i], [role="checkbox"], .checkbox-on, .checkbox-off',
  );
  if (box === null || box.closest("li") !== item) return null;
  return (
    box.hasAttribute("checked") ||
    box.getAttribute("aria-checked") === "true" ||
    box.classList.contains("checkbox-on")
  );
}

const written = /^(?:\[([ xX])\]|([☐☑☒✅✔]))\ufe0f?[ \t]+/u;

/** Takes a box that is written as text from the start of an item. */
export function takeBox(content: string): {
  readonly isDone: boolean | null;
  readonly content: string;
} {
  const found = written.exec(content);
  if (found === null) return { isDone: null, content };
  const [whole, letter, sign] = found;
  const isDone = sign === undefined ? letter !== " " : sign !== "☐";
  return { isDone, content: content.slice(whole.length) };
}

/** Item of a list that Word wrote as a paragraph. */
export interface WordItem {
  readonly level: number;
  readonly mark: ItemMark;
}

/** Reads a paragraph of Word or Outlook that is an item of a list; `null` for any other. */
export function readWordItem(paragraph: Element): WordItem | null {
  const list = styleOf(paragraph).get("mso-list");
  const level = list === undefined ? undefined : /\blevel(\d)\b/.exec(list)?.[1];
  if (level === undefined) return null;
  const sign = [...paragraph.querySelectorAll("span[style]")].find((span) => isWordMark(span));
  const number = numberOf(sign?.textContent?.replaceAll(/\s/g, "") ?? "");
  return { level: Number(level), mark: { number, isDone: null } };
}

/** Returns true for the mark of an item that Word wrote as text. */
export function isWordMark(element: Element): boolean {
  return element.localName === "span" && styleOf(element).get("mso-list") === "ignore";
}

const romans: Readonly<Record<string, number>> = { i: 1, v: 5, x: 10, l: 50, c: 100 };

function numberOf(sign: string): number | null {
  const digits = /^\(?(?:\d{1,4}\.)*(\d{1,9})[.):]?$/.exec(sign)?.[1];
  if (digits !== undefined) return Number(digits);
  const letters = /^\(?([a-z]{1,8})[.)]$/i.exec(sign)?.[1]?.toLowerCase();
  if (letters === undefined) return null;
  if (/^[ivxlc]+$/.test(letters)) return romanNumber(letters);
  return letters.length === 1 ? letters.charCodeAt(0) - 96 : 1;
}

function romanNumber(letters: string): number {
  const values = [...letters].map((letter) => romans[letter]!);
  return values.reduce(
    (sum, value, at) => sum + ((values[at + 1] ?? 0) > value ? -value : value),
    0,
  );
}
