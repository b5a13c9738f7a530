import { emphasisSides, markSides, renderMarkdown } from "@tidemark/core/markdown";
import { escapeLine, escapeText } from "./escape-text.ts";

/** Formats of a text, as bits. */
export const format = { bold: 1, italic: 2, struck: 4, marked: 8 } as const;

/** Piece of a paragraph with one format. */
export interface Run {
  /** `raw` is Markdown already; a `break` ends a line. */
  readonly kind: "text" | "code" | "raw" | "break";
  readonly text: string;
  /** Sum of `format`. */
  readonly formats: number;
  /** Address of its link. */
  readonly href: string | null;
  /** True for text whose white space the page shows as it was typed. */
  readonly isKept: boolean;
}

const signs: readonly (readonly [bit: number, sign: string])[] = [
  [format.bold, "**"],
  [format.italic, "*"],
  [format.struck, "~~"],
  [format.marked, "=="],
];

/**
 * Returns the Markdown of a paragraph's runs. A few texts have no form with all of their formats, such as an
 * address with code right after it. They lose them, rather than show other signs. `isPart` is true if other
 * texts follow on the same line.
 */
export function writeRuns(runs: readonly Run[], isPart: boolean): string {
  const whole = merged(runs);
  const text = writeFormatted(whole, isPart);
  return isShown(text, whole) ? text : writePlain(whole);
}

/** Returns true if a memo shows the runs' text for this Markdown. */
function isShown(markdown: string, runs: readonly Run[]): boolean {
  if (runs.every(isUnformatted) && !markdown.includes("://")) return true;
  if (runs.some(({ kind }) => kind === "raw")) return true;
  // Lists that were typed are kept as lists.
  if (/^[ \t]*(?:[-+*>]|\d{1,9}[.)])(?:\s|$)/m.test(markdown)) return true;
  const shown = renderMarkdown(markdown)
    .replaceAll(/<[^>]*>/g, "")
    .replaceAll(/&(?:lt|gt|quot|amp);/g, (entity) => entities[entity]!);
  const letters = runs.map(({ text }) => text).join("");
  return shown.replaceAll(/\s/g, "") === letters.replaceAll(/\s/g, "");
}

const entities: Readonly<Record<string, string>> = {
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&amp;": "&",
};

function isUnformatted({ kind, formats, href }: Run): boolean {
  return (kind === "text" || kind === "break") && formats === 0 && href === null;
}

function writePlain(runs: readonly Run[]): string {
  const parts = runs.map(({ kind, text }) =>
    kind === "break" ? "\n" : text.replaceAll(/[!-/:-@[-`{-~]/g, String.raw`\$&`),
  );
  return parts
    .join("")
    .split("\n")
    .map((line) => line.trim())
    .join("\n");
}

function writeFormatted(whole: readonly Run[], isPart: boolean): string {
  const isKept = [whole[0]?.isKept === true];
  for (const [at, { kind }] of whole.entries()) {
    if (kind === "break") isKept.push(whole[at + 1]?.isKept === true);
  }
  const text = new RunWriter(whole, isPart).write(0, whole.length, 0, false, "");
  return text
    .split("\n")
    .map((line, at) => escapeLine(trimmed(line, isKept[at] === true), isKept[at] === true))
    .join("\n");
}

/** Removes blanks around a line, except before the mark of an item that was typed with them. */
function trimmed(line: string, isKept: boolean): string {
  return isKept && /^ {1,12}(?:[-+]|\d{1,9}[.)]) /.test(line) ? line.trimEnd() : line.trim();
}

/** Joins neighbours of one format, because what is syntax depends on what follows. */
function merged(runs: readonly Run[]): Run[] {
  const whole: Run[] = [];
  for (const run of runs) {
    const last = whole.at(-1);
    if (
      last !== undefined &&
      (run.kind === "text" || run.kind === "code") &&
      last.kind === run.kind &&
      last.formats === run.formats &&
      last.href === run.href
    ) {
      whole[whole.length - 1] = { ...last, text: last.text + run.text };
    } else whole.push(run);
  }
  return whole;
}

/** Joins the lines of a text. */
export function oneLine(text: string): string {
  const lines = text.split("\n").map((line) => line.trim());
  return lines.filter((line) => line !== "").join(" ");
}

class RunWriter {
  readonly #runs: readonly Run[];

  /** True if a `$` of one run could pair with one of another. */
  readonly #hasDollars: boolean;

  constructor(runs: readonly Run[], isPart: boolean) {
    this.#runs = runs;
    this.#hasDollars = isPart || runs.filter(({ text }) => text.includes("$")).length > 1;
  }

  /** Writes a part of the runs inside of `formats`, and in a link if `isLinked`; `before` precedes it. */
  write(from: number, to: number, formats: number, isLinked: boolean, before: string): string {
    const parts: string[] = [];
    // Reading the end of a text that grows would copy it each time.
    let last = before;
    for (let at = from; at < to;) {
      const found = this.#longest(at, to, formats, isLinked);
      const part =
        found === null ? this.#leaf(at, last) : this.#wrapped(at, found, formats, isLinked, last);
      at = found === null ? at + 1 : found.end;
      parts.push(part);
      last = (last + part).slice(-2);
    }
    return parts.join("");
  }

  /** Returns the format that begins here and lasts longest, so that formats nest; 0 is a link. */
  #longest(at: number, to: number, formats: number, isLinked: boolean) {
    const run = this.#runs[at]!;
    let best: { bit: number; sign: string; end: number } | null = null;
    if (run.href !== null && !isLinked) {
      best = { bit: 0, sign: "[", end: this.#end(at, to, (each) => each.href === run.href) };
    }
    for (const [bit, sign] of signs) {
      if ((run.formats & bit & ~formats) === 0) continue;
      const end = this.#end(at, to, (each) => (each.formats & bit) !== 0);
      if (best === null || end > best.end) best = { bit, sign, end };
    }
    return best;
  }

  #end(at: number, to: number, isIn: (run: Run) => boolean): number {
    let end = at + 1;
    while (end < to && isIn(this.#runs[end]!)) end += 1;
    return end;
  }

  #wrapped(
    at: number,
    { bit, sign, end }: { bit: number; sign: string; end: number },
    formats: number,
    isLinked: boolean,
    before: string,
  ): string {
    const isLink = bit === 0;
    const inner = this.write(at, end, formats | bit, isLinked || isLink, sign);
    const core = inner.trim();
    if (core === "") return inner;
    const start = inner.length - inner.trimStart().length;
    const lead = inner.slice(0, start);
    const rest = inner.slice(start + core.length);
    if (isLink) {
      const { href } = this.#runs[at]!;
      const one = oneLine(core);
      return `${lead}[${escapeBrackets(one)}](${href!.replaceAll(/[()\\]/g, "\\$&")})${rest}`;
    }
    const next = rest === "" ? firstOf(this.#runs[end]) : " ";
    return lead + emphasised(core, sign, lead === "" ? before : " ", next) + rest;
  }

  #leaf(at: number, before: string): string {
    const { kind, text } = this.#runs[at]!;
    if (kind === "break") return "\n";
    if (kind === "text") {
      // Before a link, it would make an image.
      const isImage = text.endsWith("!") && (this.#runs[at + 1]?.href ?? null) !== null;
      const words = isImage ? text.slice(0, -1) : text;
      return escapeText(words, this.#hasDollars) + (isImage ? "\\!" : "");
    }
    if (kind === "code") return inlineCode(text);
    // A digit after the sign would make it a price, and so would a sign before it.
    const isFormula = text.startsWith("$");
    const next = isFormula ? firstOf(this.#runs[at + 1]) : "";
    return (isFormula && before.endsWith("$") ? " " : "") + text + (/[\d$]/.test(next) ? " " : "");
  }
}

/** Returns the first character of a run; a formatted one begins with a sign. */
function firstOf(run: Run | undefined): string {
  if (run === undefined || run.kind === "break") return "";
  const code = run.text.codePointAt(0);
  return code === undefined ? "" : String.fromCodePoint(code);
}

/**
 * Sets signs around a text. Marks at its ends that would keep the signs from working are put outside; if that
 * doesn't help, there are no signs.
 */
function emphasised(core: string, sign: string, before: string, next: string): string {
  const isFree = (part: string): boolean => {
    const text = before + sign + part + sign + next;
    const from = before.length;
    const end = from + sign.length + part.length;
    const sides = sign === "==" ? markSides : emphasisSides;
    const open = sides(text, from, from + sign.length);
    const close = sides(text, end, end + sign.length);
    return open.open && close.close;
  };
  // `===x==` isn't marked, and `~~~x~~` is code.
  if (/[=~]/.test(sign) && [core.at(0), core.at(-1), before.at(-1), next].includes(sign.at(0))) {
    return core;
  }
  if (isFree(core)) return sign + core + sign;
  let length = core.length;
  while (/[.,:;!?]/.test(core.charAt(length - 1)))
    length -= core.charAt(length - 2) === "\\" ? 2 : 1;
  const part = core.slice(0, length);
  if (part !== "" && part !== core && !part.endsWith("\\")) {
    const after = core.slice(part.length);
    const inner = emphasised(part, sign, before, after.charAt(0));
    if (inner !== part) return inner + after;
  }
  return core;
}

/** Escapes brackets that don't pair in the text of a link. */
function escapeBrackets(text: string): string {
  let depth = 0;
  for (const [mark] of text.matchAll(/\\.|[[\]]/g)) {
    if (mark === "[") depth += 1;
    else if (mark === "]") depth -= 1;
    if (depth < 0) break;
  }
  return depth === 0 ? text : text.replaceAll(/(?<!\\)[[\]]/g, "\\$&");
}

function inlineCode(code: string): string {
  const text = code.includes("\n") ? oneLine(code) : code;
  if (text.trim() === "") return text;
  let longest = 0;
  for (const [ticks] of text.matchAll(/`+/g)) longest = Math.max(longest, ticks.length);
  const fence = "`".repeat(longest + 1);
  const gap = /^`|`$|^ .* $/.test(text) ? " " : "";
  return fence + gap + text + gap + fence;
}
