import { shownKind } from "@tidemark/core/attachment";
import { attachmentOfLink, renderMarkdown } from "@tidemark/core/markdown";
import { createMathPen, type MathPen } from "./draw-math.ts";
import { escapeHtml } from "./escape-html.ts";
import {
  elementsIn,
  isElement,
  type PageElement,
  type PageNode,
  parseHtml,
  textOf,
} from "./page-nodes.ts";
import { type PageLanguage, pageWords, type PageWords } from "./page-words.ts";
import { type SharedFile, sharedFileAddress, showFile } from "./shared-file.ts";

/** A memo's text that is to be set as a page for strangers. */
export interface BodyJob {
  readonly content: string;
  /** Its attachments, which are the only files that the page leads to. */
  readonly files: readonly SharedFile[];
  /** The share's token, by which they are had. */
  readonly token: string;
  readonly language: PageLanguage;
}

export interface SetBody {
  readonly html: string;
  /** Formulas bring a style sheet of their own. */
  readonly hasMath: boolean;
  readonly hasHeading: boolean;
  /** Only its beginning is here. */
  readonly isCut: boolean;
}

/** Some twenty thousand words; to set so many takes some tenths of a second. */
const maxLength = 128 * 1024;

/**
 * Sets a memo's text as HTML that may be shown to anybody, as a document of its own: by core's grammar,
 * with formulas drawn. Core escapes all HTML of the writer; this is the second wall. Whatever core
 * rendered is read again and written anew, and nothing goes out that is not named here: elements,
 * attributes, and addresses above all. Tags and references to memos are words, boxes cannot be ticked,
 * and nothing is asked of another host.
 */
export function setBody({ content, files, token, language }: BodyJob): SetBody {
  const { text, isCut } = cutText(content);
  const nodes = parseHtml(renderMarkdown(text, { readOnlyTasks: true, tagLinks: false }));
  const setter = new BodySetter({ files, token, words: pageWords[language] });
  const isNotes = (node: PageNode): boolean => isElement(node) && node.name === "section";
  const { body, foot } = takeTagLine(nodes.filter((node) => !isNotes(node)));
  // Formulas are counted as they come, so the notes are written last.
  const html =
    setter.write(body) + setter.writeFoot(foot, nodes) + setter.write(nodes.filter(isNotes));
  return {
    html,
    hasMath: setter.pen.hasDrawn,
    hasHeading: elementsIn(nodes, ({ name }) => name === "h1").length > 0,
    isCut,
  };
}

/** The beginning of a text that is too long, to the end of a line. */
function cutText(content: string): { readonly text: string; readonly isCut: boolean } {
  if (content.length <= maxLength) return { text: content, isCut: false };
  const head = content.slice(0, maxLength);
  const end = head.lastIndexOf("\n");
  return { text: (end === -1 ? head : head.slice(0, end)).toWellFormed(), isCut: true };
}

/** What goes out as it is, without attributes. */
const plain = new Set(
  "p br hr ul h1 h2 h3 h4 h5 h6 strong em s del mark sup code thead tbody tr".split(" "),
);
const empty = new Set(["br", "hr"]);
/** What a link of a text may lead to. */
const elsewhere = /^(?:https?:\/\/[^/\\]|mailto:)/i;
const rasterData = /^data:image\/(?:gif|png|jpeg|webp);base64,[a-zA-Z0-9+/=]*$/i;
const maxNameLength = 80;

interface Setting {
  readonly files: readonly SharedFile[];
  readonly token: string;
  readonly words: PageWords;
}

class BodySetter {
  readonly pen: MathPen = createMathPen();
  readonly #setting: Setting;

  constructor(setting: Setting) {
    this.#setting = setting;
  }

  write(nodes: readonly PageNode[]): string {
    return nodes.map((node) => this.#node(node)).join("");
  }

  /** The row below a text: what it is about, and how many of its tasks are done. */
  writeFoot(tags: readonly PageElement[], nodes: readonly PageNode[]): string {
    const boxes = elementsIn(nodes, ({ name }) => name === "input");
    const done = boxes.filter(({ attribs }) => "checked" in attribs).length;
    const progress = `<span class="progress">${escapeHtml(this.#setting.words.tasksDone(done, boxes.length))}</span>`;
    const parts = [...tags.map((tag) => this.#node(tag)), ...(boxes.length > 1 ? [progress] : [])];
    return parts.length === 0 ? "" : `<p class="tag-line">${parts.join(" ")}</p>`;
  }

  #node(node: PageNode): string {
    if (isElement(node)) return this.#element(node);
    return escapeHtml(textOf([node]));
  }

  #element(element: PageElement): string {
    const { name, attribs, children } = element;
    if (empty.has(name)) return `<${name}>`;
    if (plain.has(name)) return `<${name}>${this.write(children)}</${name}>`;
    switch (name) {
      case "a":
        return this.#link(element);
      case "img":
        return this.#picture(element);
      case "input":
        return this.#box(element);
      case "pre":
        return this.#code(element);
      case "table":
        return this.#table(element);
      case "blockquote":
        return this.#quote(element);
      case "section":
        return this.#notes(element);
      case "ol":
        return `<ol${numberOf(attribs["start"], "start")}>${this.write(children)}</ol>`;
      case "li":
        return this.#item(element);
      case "th":
      case "td":
        return `<${name}${cellClass(element)}>${this.write(children)}</${name}>`;
      case "span":
      case "div":
        return this.#span(element);
      default:
        return this.write(children);
    }
  }

  #span({ name, attribs, children }: PageElement): string {
    const kind = attribs["data-math"];
    if (kind !== undefined) return this.#formula(textOf(children), kind !== "inline");
    const className = ["tag", "mention", "image"].find((each) => attribs["class"] === each);
    if (className === undefined) return this.write(children);
    return `<${name} class="${className}">${this.write(children)}</${name}>`;
  }

  #formula(tex: string, isBlock: boolean): string {
    const drawn = this.pen.draw(tex, isBlock);
    const tag = isBlock ? "div" : "span";
    if (drawn !== null) return `<${tag} class="math">${drawn}</${tag}>`;
    return `<${tag} class="math as-written">${escapeHtml(tex)}</${tag}>`;
  }

  #link({ attribs, children }: PageElement): string {
    const { words } = this.#setting;
    const place = attribs["data-note-place"];
    const number = attribs["data-note"];
    if (isPlace(place) && number !== undefined && /^\d+$/.test(number)) {
      return `<a id="place-${place}" href="#note-${number}" role="doc-noteref" aria-label="${escapeHtml(words.note(number))}">${number}</a>`;
    }
    const back = attribs["data-note-back"];
    if (isPlace(back)) {
      return `<a class="back" href="#place-${back}" role="doc-backlink" aria-label="${escapeHtml(words.backToText)}"></a>`;
    }
    const address = attribs["href"] ?? "";
    const inside = this.write(children);
    const file = this.#fileAt(address);
    if (file !== undefined) {
      return `<a href="${escapeHtml(sharedFileAddress(file, this.#setting.token))}">${inside}</a>`;
    }
    if (!elsewhere.test(address)) return inside;
    const className = attribs["class"] === "image" ? ` class="image"` : "";
    return `<a href="${escapeHtml(address)}"${className} rel="noopener noreferrer nofollow">${inside}</a>`;
  }

  #picture({ attribs }: PageElement): string {
    const source = attribs["src"] ?? "";
    const alt = attribs["alt"] ?? "";
    const width = "data-width" in attribs ? Number(attribs["width"]) : null;
    if (rasterData.test(source)) {
      return `<img src="${escapeHtml(source)}" alt="${escapeHtml(alt)}"${numberOf(width?.toString(), "width")}>`;
    }
    const file = this.#fileAt(source.replace(/\?.*/s, ""));
    if (file === undefined) return `<span class="image">${escapeHtml(alt)}</span>`;
    // What is played is not played from a text, as in the app (ADR 0058): it stands below it.
    const { token } = this.#setting;
    if (shownKind(file.type) === "image") return showFile(file, token, { alt, width });
    const name = alt === "" ? file.filename : alt;
    return `<a href="${escapeHtml(sharedFileAddress(file, token))}">${escapeHtml(name)}</a>`;
  }

  #fileAt(address: string): SharedFile | undefined {
    const id = attachmentOfLink(address);
    return this.#setting.files.find((file) => file.id === id);
  }

  #box({ attribs }: PageElement): string {
    const checked = "checked" in attribs ? " checked" : "";
    return `<input type="checkbox" disabled${checked} aria-label="${escapeHtml(attribs["aria-label"] ?? "")}">`;
  }

  #item({ attribs, children }: PageElement): string {
    const note = attribs["data-note-text"];
    if (note !== undefined && /^\d+$/.test(note)) {
      return `<li id="note-${note}">${this.write(children)}</li>`;
    }
    const className = attribs["class"] === "task" ? ` class="task"` : "";
    return `<li${className}>${this.write(children)}</li>`;
  }

  #code({ children }: PageElement): string {
    const { words } = this.#setting;
    const [code] = children.filter(isElement);
    const given = /^language-(\S+)/.exec(code?.attribs["class"] ?? "")?.[1] ?? "";
    const language = given.slice(0, 24);
    const name = language === "" ? words.code : words.codeIn(language);
    const shown = language === "" ? "" : ` data-language="${escapeHtml(language)}"`;
    const text = escapeHtml(textOf(children));
    // What may scroll sideways must be reachable by keys.
    return `<div class="code"${shown}><pre tabindex="0" role="group" aria-label="${escapeHtml(name)}"><code>${text}</code></pre></div>`;
  }

  #table({ children }: PageElement): string {
    const { words } = this.#setting;
    const columns = elementsIn(children, ({ name }) => name === "th")
      .map((cell) => textOf(cell.children).trim())
      .filter((title) => title !== "")
      .join(", ");
    const cut = columns.length > maxNameLength ? `${columns.slice(0, maxNameLength)}…` : columns;
    const name = columns === "" ? words.table : words.tableOf(cut.toWellFormed());
    return `<div class="table" tabindex="0" role="group" aria-label="${escapeHtml(name)}"><table>${this.write(children)}</table></div>`;
  }

  #quote({ attribs, children }: PageElement): string {
    const kind = attribs["data-callout"] ?? "";
    const { callouts } = this.#setting.words;
    const word = Object.hasOwn(callouts, kind) ? callouts[kind] : undefined;
    if (word === undefined) return `<blockquote>${this.write(children)}</blockquote>`;
    const text = children.filter(
      (child) => !(isElement(child) && child.attribs["class"] === "callout-kind"),
    );
    return `<blockquote class="callout ${kind}" role="note"><p class="callout-kind">${escapeHtml(word)}</p>${this.write(text)}</blockquote>`;
  }

  #notes({ children }: PageElement): string {
    const name = escapeHtml(this.#setting.words.notes);
    return `<section class="footnotes" role="group" aria-label="${name}">${this.write(children)}</section>`;
  }
}

function isPlace(place: string | undefined): place is string {
  return place !== undefined && /^\d+-\d+$/.test(place);
}

function numberOf(value: string | undefined, name: string): string {
  return value !== undefined && /^\d{1,6}$/.test(value) ? ` ${name}="${value}"` : "";
}

/** A date or an amount is one word to the eye. */
const shortCell = 16;

function cellClass({ attribs, children }: PageElement): string {
  const align = /^align-(?:left|center|right)$/.exec(attribs["class"] ?? "")?.[0];
  const isShort = textOf(children).length <= shortCell;
  const classes = [align, isShort ? "is-short" : undefined].filter((each) => each !== undefined);
  return classes.length === 0 ? "" : ` class="${classes.join(" ")}"`;
}

/**
 * Takes a last line of nothing but tags out of a text, as the app's viewer does: it says what the text
 * is about, and is set as a quiet row below it.
 */
function takeTagLine(nodes: readonly PageNode[]): {
  readonly body: readonly PageNode[];
  readonly foot: readonly PageElement[];
} {
  const last = nodes.findLast(isElement);
  if (last?.name !== "p") return { body: nodes, foot: [] };
  const { children } = last;
  const lineBreak = children.findLastIndex((child) => isElement(child) && child.name === "br");
  const line = children.slice(lineBreak + 1);
  const isTag = (node: PageNode): node is PageElement =>
    isElement(node) && node.attribs["class"] === "tag";
  const tags = line.filter(isTag);
  const isOnlyTags = line.every((node) => isTag(node) || textOf([node]).trim() === "");
  if (tags.length === 0 || !isOnlyTags) return { body: nodes, foot: [] };
  last.children = children.slice(0, Math.max(0, lineBreak));
  return { body: nodes.filter((node) => node !== last || last.children.length > 0), foot: tags };
}
