import type { CodeBlock } from "./code.ts";
import type { Formula } from "./formula.ts";
import { oneLine, type Run, writeRuns } from "./write-runs.ts";

/** Mark of a list item: `- `, `- [ ] ` or a number. */
export interface ItemMark {
  readonly number: number | null;
  readonly isDone: boolean | null;
}

interface Block {
  readonly text: string;
  readonly isList: boolean;
}

type Format = Pick<Run, "formats" | "href" | "isKept">;

/** Collects the blocks of a page, or of an element within it, as Markdown. */
export class BlockWriter {
  readonly #blocks: Block[] = [];
  #runs: Run[] = [];
  /** True at the start of a line and after a blank. */
  #isAfterBlank = true;
  /** Levels of the items around the next one, with the widths of their marks. */
  readonly #levels: { readonly level: number; readonly width: number }[] = [];
  /** Level of a heading being written; 0 if there is none. */
  #heading = 0;

  /** True if several paragraphs become one line. */
  readonly #isLine: boolean;

  constructor(isLine = false) {
    this.#isLine = isLine;
  }

  /** Adds text whose white space is joined. */
  words(text: string, at: Format): void {
    const joined = text.replaceAll(/[ \t\n\r\f]+/g, " ");
    const words = this.#isAfterBlank ? joined.replace(/^ /, "") : joined;
    if (words !== "") this.#push({ kind: "text", text: words, ...at });
  }

  /** Adds text whose lines are kept. */
  lines(text: string, at: Format): void {
    for (const [index, line] of text.split(/\r\n|[\n\r]/).entries()) {
      if (index > 0) this.lineBreak(at);
      if (line !== "") this.#push({ kind: "text", text: line.replaceAll("\t", " "), ...at });
    }
  }

  code(text: string, at: Format): void {
    if (text !== "") this.#push({ kind: "code", text, ...at });
  }

  /** Adds Markdown to the paragraph. */
  raw(text: string, at: Format): void {
    this.#push({ kind: "raw", text, ...at });
  }

  lineBreak(at: Format): void {
    this.#push({ kind: "break", text: "", ...at });
    this.#isAfterBlank = true;
  }

  #push(run: Run): void {
    this.#runs.push(run);
    this.#isAfterBlank = run.text.endsWith(" ") && run.kind === "text";
  }

  formula({ tex, isDisplayed }: Formula, at: Format): void {
    if (tex === "") return;
    // A formula with a sign of its own has no form in a text.
    if (/(?<!\\)\$/.test(tex)) this.code(tex, at);
    else if (isDisplayed && this.#heading === 0) this.#block(`$$\n${tex}\n$$`);
    else this.raw(`$${tex}$`, at);
  }

  codeBlock({ code, language }: CodeBlock): void {
    let longest = 2;
    for (const [ticks] of code.matchAll(/^[ \t]*(`{3,})/gm)) {
      longest = Math.max(longest, ticks.trim().length);
    }
    const fence = "`".repeat(longest + 1);
    this.#block(`${fence}${language}\n${code}\n${fence}`);
  }

  rule(): void {
    this.#block("---");
  }

  heading(level: number, write: () => void): void {
    this.endParagraph();
    this.#heading = level;
    write();
    this.endParagraph();
    this.#heading = 0;
  }

  quote(content: string): void {
    if (content !== "") this.#block(content.replaceAll(/^/gm, "> ").replaceAll(/^> $/gm, ">"));
  }

  /** Adds a block of Markdown. */
  block(markdown: string): void {
    if (markdown !== "") this.#block(markdown);
  }

  /** Adds an item of a list, at a level from 1. */
  item(level: number, mark: ItemMark, content: string): void {
    this.endParagraph();
    if (content === "" && mark.isDone === null) return;
    while ((this.#levels.at(-1)?.level ?? 0) >= level) this.#levels.pop();
    const indent = " ".repeat(this.#levels.reduce((sum, { width }) => sum + width, 0));
    this.#levels.push({ level, width: signOf(mark).length });
    this.#add({ text: itemText(mark, content).replaceAll(/^(?=.)/gm, indent), isList: true });
  }

  /** Ends the paragraph; two line breaks in a row end one too. */
  endParagraph(): void {
    const runs = this.#runs;
    if (runs.length === 0) return;
    this.#runs = [];
    this.#isAfterBlank = true;
    let from = 0;
    let blanks = 0;
    for (const [at, run] of runs.entries()) {
      if (run.kind === "break") blanks += 1;
      else if (run.text.trim() !== "") {
        if (blanks > 1) {
          this.#paragraph(runs.slice(from, at));
          from = at;
        }
        blanks = 0;
      }
    }
    this.#paragraph(runs.slice(from));
  }

  #paragraph(runs: readonly Run[]): void {
    const text = writeRuns(runs, this.#isLine).trim();
    if (text === "") return;
    if (this.#heading === 0) this.#add({ text, isList: false });
    else {
      const line = oneLine(text).replace(/(?<= )#+$/, "\\$&");
      this.#add({ text: `${"#".repeat(this.#heading)} ${line}`, isList: false });
    }
  }

  #block(text: string): void {
    this.endParagraph();
    this.#add({ text, isList: false });
  }

  #add(block: Block): void {
    if (!block.isList) this.#levels.length = 0;
    this.#blocks.push(block);
  }

  /** Returns the Markdown; in an item, a list follows its text directly. */
  end(isItem = false): string {
    this.endParagraph();
    let markdown = "";
    for (const [at, { text, isList }] of this.#blocks.entries()) {
      const before = this.#blocks[at - 1];
      if (before !== undefined) {
        markdown += isList && (before.isList || isItem) ? "\n" : "\n\n";
      }
      markdown += text;
    }
    return markdown;
  }
}

function signOf({ number }: ItemMark): string {
  return number === null ? "- " : `${number}. `;
}

function itemText(mark: ItemMark, content: string): string {
  const sign = signOf(mark);
  const box = mark.isDone === null ? "" : `[${mark.isDone ? "x" : " "}] `;
  const text = content.replaceAll(/\n(?=.)/g, `\n${" ".repeat(sign.length)}`);
  return `${sign}${box}${text}`.trimEnd();
}
