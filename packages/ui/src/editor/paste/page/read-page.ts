import { escapeWords } from "../../../viewer/images/image-words.ts";
import { BlockWriter } from "./block-writer.ts";
import { readCode } from "./code.ts";
import { FormulaReader } from "./formula.ts";
import { boxOf, isWordMark, readWordItem, takeBox } from "./list.ts";
import { ListWriter } from "./list-writer.ts";
import { linkAddress, webAddress } from "./page-link.ts";
import type { PictureReader } from "./pictures.ts";
import { isHidden, type Spacing, spacingOf, styleOf } from "./style.ts";
import { gridOf, isLayout, rowsOf, writeTable } from "./table.ts";
import { format, oneLine } from "./write-runs.ts";

/** Nesting beyond which elements are only text. */
const maxDepth = 300;
/** Nesting of lists and quotes beyond which they are paragraphs. */
const maxNested = 12;

/** Characters around the number of a picture's file in the Markdown; they mean nothing elsewhere. */
export const pictureStart = "\ufdd0";
export const pictureEnd = "\ufdd1";

interface Context {
  readonly spacing: Spacing;
  readonly formats: number;
  readonly href: string | null;
  /** True in a cell, which is one line. */
  readonly isInCell: boolean;
  readonly isInHeading: boolean;
  /** Number of elements around it. */
  readonly depth: number;
  /** Number of lists and quotes around it. */
  readonly nested: number;
}

const outside: Context = {
  spacing: "join",
  formats: 0,
  href: null,
  isInCell: false,
  isInHeading: false,
  depth: 0,
  nested: 0,
};

const words = (names: string): ReadonlySet<string> => new Set(names.split(" "));
const unread = words(
  "script style noscript template head title meta link svg button select option textarea input datalist rp map area param source track dialog col colgroup",
);
/** Elements that Markdown has no form for. */
const foreign = words("iframe object embed canvas audio video applet");
const blocks = words(
  "address article aside blockquote body center dd details dialog div dl dt fieldset figcaption figure footer form header hgroup li main menu nav ol p pre section summary table tbody td tfoot th thead tr ul",
);
const formatsOf: Readonly<Record<string, number>> = {
  b: format.bold,
  strong: format.bold,
  i: format.italic,
  em: format.italic,
  cite: format.italic,
  dfn: format.italic,
  s: format.struck,
  del: format.struck,
  strike: format.struck,
  mark: format.marked,
};

type Read = (element: Element, writer: BlockWriter, context: Context) => void;

/** Converts a page to Markdown. */
export class PageReader {
  readonly #pictures: PictureReader;
  readonly #formulas = new FormulaReader();
  /** True if the page has something that Markdown can't express or that can't be read. */
  isPartial = false;
  /** True if the page has more than text. */
  isFormatted = false;

  /** Readers of the elements that Markdown has a form for. */
  readonly #readers: Readonly<Record<string, Read | undefined>>;

  constructor(pictures: PictureReader) {
    this.#pictures = pictures;
    const list: Read = (...at) => this.#list(...at);
    const code: Read = (...at) => this.#code(...at);
    const script: Read = (...at) => this.#script(...at);
    const headings = [1, 2, 3, 4, 5, 6].map((level): [string, Read] => [
      `h${level}`,
      (...at) => this.#heading(level, ...at),
    ]);
    this.#readers = {
      ...Object.fromEntries(headings),
      br: (_element, writer, context) => writer.lineBreak(atOf(context)),
      hr: (_element, writer, context) => this.#rule(writer, context),
      img: (...at) => this.#image(...at),
      a: (...at) => this.#link(...at),
      blockquote: (...at) => this.#quote(...at),
      table: (...at) => this.#table(...at),
      ul: list,
      ol: list,
      menu: list,
      code,
      kbd: code,
      samp: code,
      tt: code,
      sup: script,
      sub: script,
      rt: (...at) => this.#inside("(", ")", ...at),
      q: (...at) => this.#inside("“", "”", ...at),
    };
  }

  read(body: Element): string {
    const writer = new BlockWriter();
    this.#children(body, writer, outside);
    return writer.end();
  }

  #children(parent: Node, writer: BlockWriter, context: Context): void {
    for (let child = parent.firstChild; child !== null; child = child.nextSibling) {
      if (child.nodeType === Node.TEXT_NODE) this.#text(child, writer, context);
      else if (child instanceof Element) this.#element(child, writer, context);
    }
  }

  #text(node: Node, writer: BlockWriter, context: Context): void {
    const text = (node.nodeValue ?? "").replaceAll("\u00a0", " ");
    const { spacing, isInCell, isInHeading } = context;
    const isJoined = spacing === "join" || isInCell || isInHeading;
    const at = { ...atOf(context), isKept: !isJoined };
    if (isJoined) writer.words(text, at);
    else if (text.trim() === "" && isBetweenBlocks(node)) return;
    else writer.lines(spacing === "lines" ? text.replaceAll(/[ \t]+/g, " ") : text, at);
  }

  #element(element: Element, writer: BlockWriter, around: Context): void {
    if (around.depth >= maxDepth) {
      writer.words(element.textContent ?? "", atOf(around));
      return;
    }
    const formula = this.#formulas.read(element);
    if (formula !== null) {
      this.isFormatted ||= formula.tex !== "";
      const isDisplayed = formula.isDisplayed && !around.isInCell;
      writer.formula({ ...formula, isDisplayed }, atOf(around));
      return;
    }
    const style = styleOf(element);
    if (this.#isLeftOut(element, style)) return;
    const context = styled(element, style, around);
    if (context.formats !== 0) this.isFormatted = true;
    const code = readCode(element);
    if (code === null) this.#structure(element, writer, context);
    else {
      this.isFormatted = true;
      if (context.isInCell || context.isInHeading) writer.code(code.code, atOf(context));
      else writer.codeBlock(code);
    }
  }

  #isLeftOut(element: Element, style: ReadonlyMap<string, string>): boolean {
    const name = element.localName;
    if (foreign.has(name)) {
      this.isPartial = true;
      return true;
    }
    return (
      unread.has(name) || element.hasAttribute("hidden") || isHidden(style) || isWordMark(element)
    );
  }

  #structure(element: Element, writer: BlockWriter, context: Context): void {
    const read = this.#readers[element.localName];
    if (read === undefined) this.#container(element, writer, context);
    else read(element, writer, context);
  }

  #container(element: Element, writer: BlockWriter, context: Context): void {
    const mayBeItem = !context.isInCell && !context.isInHeading && context.nested < maxNested;
    const item = mayBeItem && element.hasAttribute("style") ? readWordItem(element) : null;
    if (item !== null) {
      const content = this.#nested(element, { ...context, spacing: "join" });
      this.isFormatted = true;
      const { isDone, content: text } = takeBox(content);
      writer.item(item.level, { ...item.mark, isDone }, text);
      return;
    }
    const isBlock = blocks.has(element.localName) || isDrawnAsBlock(element);
    if (isBlock) this.#break(writer, context);
    this.#children(element, writer, context);
    if (isBlock) this.#break(writer, context);
  }

  /** Ends a paragraph. In a heading, it is only a blank. */
  #break(writer: BlockWriter, context: Context): void {
    if (context.isInHeading) writer.words(" ", atOf(context));
    else writer.endParagraph();
  }

  /** Returns the Markdown of an element's content. */
  #nested(element: Element, context: Context): string {
    const writer = new BlockWriter();
    this.#children(element, writer, { ...context, nested: context.nested + 1 });
    return writer.end(true);
  }

  #heading(level: number, element: Element, writer: BlockWriter, context: Context): void {
    if (context.isInCell || context.isInHeading) {
      this.#break(writer, context);
      this.#children(element, writer, context);
      this.#break(writer, context);
      return;
    }
    this.isFormatted = true;
    const formats = context.formats & ~format.bold;
    writer.heading(level, () => {
      this.#children(element, writer, { ...context, formats, isInHeading: true });
    });
  }

  #rule(writer: BlockWriter, context: Context): void {
    this.isFormatted = true;
    if (context.isInCell || context.isInHeading) this.#break(writer, context);
    else writer.rule();
  }

  #quote(element: Element, writer: BlockWriter, context: Context): void {
    this.isFormatted = true;
    if (context.isInCell || context.isInHeading || context.nested >= maxNested) {
      this.#break(writer, context);
      this.#children(element, writer, context);
      this.#break(writer, context);
      return;
    }
    const inner = new BlockWriter();
    this.#children(element, inner, { ...context, nested: context.nested + 1 });
    writer.quote(inner.end());
  }

  #link(element: Element, writer: BlockWriter, context: Context): void {
    const href = linkAddress(element);
    if (href !== null) this.isFormatted = true;
    const isBlock = isDrawnAsBlock(element);
    if (isBlock) this.#break(writer, context);
    this.#children(element, writer, { ...context, href });
    if (isBlock) this.#break(writer, context);
  }

  #code(element: Element, writer: BlockWriter, context: Context): void {
    this.isFormatted = true;
    const text = (element.textContent ?? "").replaceAll("\u00a0", " ");
    writer.code(context.spacing === "join" ? text.replaceAll(/\s+/g, " ") : text, atOf(context));
  }

  #script(element: Element, writer: BlockWriter, context: Context): void {
    const text = element.textContent ?? "";
    const signs = element.localName === "sup" ? superscripts : subscripts;
    const drawn = [...text.slice(0, 20).trim()].map((char) => signs[char]);
    const isDrawn = text.length <= 20 && drawn.every((sign) => sign !== undefined);
    if (isDrawn && element.querySelector("a") === null) {
      writer.words(drawn.join(""), atOf(context));
    } else this.#children(element, writer, context);
  }

  #inside(
    open: string,
    close: string,
    element: Element,
    writer: BlockWriter,
    context: Context,
  ): void {
    const at = atOf(context);
    writer.words(open, at);
    this.#children(element, writer, context);
    writer.words(close, at);
  }

  #image(image: Element, writer: BlockWriter, context: Context): void {
    if (
      image.closest('[role="checkbox"]') !== null ||
      /check/i.test(image.getAttribute("aria-roledescription") ?? "")
    ) {
      return;
    }
    const alt = (image.getAttribute("alt") ?? "").replaceAll(/\s+/g, " ").trim();
    if (
      /^(?::[\w+-]+:|\p{Extended_Pictographic}(?:\p{Emoji}|\u200d|\ufe0f)*|\p{Regional_Indicator}{2})$/u.test(
        alt,
      )
    ) {
      writer.words(alt, atOf(context));
      return;
    }
    if (isSpacer(image)) return;
    const source = image.getAttribute("src") ?? "";
    const web = webAddress(source);
    if (web !== null) {
      this.isFormatted = true;
      const address = web.replaceAll(/[()\\]/g, "\\$&");
      writer.raw(`![${escapeWords(alt)}](${address})`, atOf(context));
      return;
    }
    const number = this.#pictures.read(source, alt);
    if (number !== null) {
      this.isFormatted = true;
      writer.raw(`${pictureStart}${number}${pictureEnd}`, { ...atOf(context), href: null });
      return;
    }
    this.isPartial = true;
    writer.words(alt, atOf(context));
  }

  #list(list: Element, writer: BlockWriter, context: Context): void {
    this.isFormatted = true;
    if (context.isInCell || context.isInHeading || context.nested >= maxNested) {
      this.#flatList(list, writer, context);
      return;
    }
    writer.endParagraph();
    const inner: Context = { ...context, nested: context.nested + 1 };
    const items = new ListWriter(list, writer, context.nested === 0);
    for (const child of list.childNodes) {
      if (child instanceof Element && child.localName === "li") {
        const style = styleOf(child);
        if (isHidden(style)) continue;
        this.#children(child, items.begin(child), styled(child, style, inner));
      } else if (child instanceof Element) {
        // Google Docs and Outlook put an inner list beside the item that it belongs to.
        const isInItem = items.content !== null;
        this.#element(child, items.content ?? writer, isInItem ? inner : context);
      } else if (child.nodeValue?.trim() !== "" && child.nodeType === Node.TEXT_NODE) {
        this.#text(child, items.content ?? writer, context);
      }
    }
    items.end();
  }

  /** Writes a list within a line. */
  #flatList(list: Element, writer: BlockWriter, context: Context): void {
    const at = atOf(context);
    let isNext = list.parentElement?.localName === "li";
    this.#break(writer, context);
    for (const child of list.childNodes) {
      if (child.nodeType === Node.TEXT_NODE) this.#text(child, writer, context);
      if (!(child instanceof Element)) continue;
      const isItem = child.localName === "li" && child.textContent?.trim() !== "";
      if (isItem && isNext) writer.words(" · ", at);
      const box = isItem ? boxOf(child) : null;
      if (box !== null) writer.words(box ? "☑ " : "☐ ", at);
      this.#element(child, writer, context);
      isNext ||= isItem;
    }
    this.#break(writer, context);
  }

  #oneLine(element: Element, context: Context): string {
    const parts = element.querySelectorAll("p, div, li, br, td, pre, h1, h2, h3, h4, h5, h6");
    const writer = new BlockWriter(parts.length > 1);
    this.#children(element, writer, { ...context, isInCell: true, spacing: "join" });
    return oneLine(writer.end());
  }

  #table(table: Element, writer: BlockWriter, context: Context): void {
    const rows = rowsOf(table);
    if (context.isInCell || context.isInHeading || isLayout(table, rows)) {
      this.#break(writer, context);
      this.#children(table, writer, context);
      this.#break(writer, context);
      return;
    }
    this.isFormatted = true;
    for (const child of table.children) {
      if (child.localName === "caption") this.#children(child, writer, context);
    }
    writer.endParagraph();
    const formats = context.formats;
    const markdown = writeTable(gridOf(rows), (cell) => {
      const isHead = cell.localName === "th";
      const inner = styled(cell, styleOf(cell), context);
      const text = this.#oneLine(cell, { ...inner, formats: isHead ? formats : inner.formats });
      return text.replaceAll("|", "\\|");
    });
    writer.block(markdown);
  }
}

function atOf({ formats, href }: Context) {
  return { formats, href, isKept: false };
}

/** Returns the context inside of an element. Word processors write formats as styles. */
function styled(element: Element, style: ReadonlyMap<string, string>, around: Context): Context {
  let formats = around.formats | (formatsOf[element.localName] ?? 0);
  const weight = style.get("font-weight");
  if (weight !== undefined) {
    if (weight.startsWith("bold") || Number(weight) >= 600) formats |= format.bold;
    else formats &= ~format.bold;
  }
  if (/italic|oblique/.test(style.get("font-style") ?? "")) formats |= format.italic;
  const line = `${style.get("text-decoration") ?? ""} ${style.get("text-decoration-line") ?? ""}`;
  if (line.includes("line-through")) formats |= format.struck;
  if (around.isInHeading || element.localName === "th") formats &= ~format.bold;
  const spacing = spacingOf(style) ?? around.spacing;
  return { ...around, formats, spacing, depth: around.depth + 1 };
}

function isDrawnAsBlock(element: Element): boolean {
  if (!element.hasAttribute("style")) return false;
  return /^(?:block|flex|grid|table|list-item|flow-root)$/.test(
    styleOf(element).get("display") ?? "",
  );
}

/** Returns true for white space that a page has only in its source. */
function isBetweenBlocks(node: Node): boolean {
  const isBlock = (each: Node | null): boolean =>
    each instanceof Element && (blocks.has(each.localName) || /^h[1-6r]$/.test(each.localName));
  return isBlock(node.previousSibling) || isBlock(node.nextSibling);
}

/** Returns true for a picture too small to show anything. */
function isSpacer(image: Element): boolean {
  return ["width", "height"].some((name) => {
    const size = Number.parseFloat(image.getAttribute(name) ?? "");
    return size <= 3;
  });
}

const signsOf = (signs: string): Readonly<Record<string, string | undefined>> =>
  Object.fromEntries(Array.from("0123456789+-()n", (char, at) => [char, Array.from(signs)[at]]));
const superscripts = signsOf("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁽⁾ⁿ");
const subscripts = signsOf("₀₁₂₃₄₅₆₇₈₉₊₋₍₎ₙ");
