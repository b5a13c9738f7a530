import { findLanguage } from "@tidemark/core/code-languages";
import { shownKind } from "@tidemark/core/attachment";
import { attachmentOfLink, renderMarkdown } from "@tidemark/core/markdown";
import { type CodePen, createCodePen } from "./colour-code.ts";
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
import { type PageLanguage, pageWords } from "./page-words.ts";
import { type PageLinks, type SharedFile, sharedFileAddress, showFile } from "./shared-file.ts";

/** Memo text to render as a page for anonymous readers. */
export interface BodyJob {
  readonly content: string;
  /** Its attachments, the only files that the page links to. */
  readonly files: readonly SharedFile[];
  readonly links: PageLinks;
  readonly language: PageLanguage;
  /** True for readers without the page's style sheet: formulas stay as they are written, footnotes aren't links. */
  readonly isUnstyled?: boolean;
  /** Start of the ids of footnotes, for pages with several texts: letters, digits and hyphens. */
  readonly anchor?: string;
  /** Maximum length in characters, if it is less than that of all pages. */
  readonly maxLength?: number;
}

export interface SetBody {
  readonly html: string;
  /** True if the page needs the style sheet of formulas. */
  readonly hasMath: boolean;
  readonly hasHeading: boolean;
  /** True if only the beginning is included. */
  readonly isCut: boolean;
}

/**
 * Maximum length in characters, about twenty thousand words, which take some tenths of a second to render.
 */
const maxLength = 128 * 1024;

/**
 * Renders a memo's text as HTML for anonymous readers, with core's grammar, formulas and coloured code. Core
 * escapes all HTML in the text; this is the second line of defence. It parses core's HTML and writes only the
 * elements, attributes and above all URLs that are allowed here. Tags and references to memos become text,
 * checkboxes are disabled, and nothing is loaded from other hosts.
 */
export async function renderBody(job: BodyJob): Promise<SetBody> {
  const { content, files, links, language, anchor = "", isUnstyled = false } = job;
  const { text, isCut } = cutText(content, Math.min(job.maxLength ?? maxLength, maxLength));
  const words = pageWords[language];
  const rendering = { readOnlyTasks: true, tagLinks: false, words, languageName: findLanguage };
  const nodes = parseHtml(renderMarkdown(text, rendering));
  const setter = new BodySetter({
    files,
    links,
    anchor,
    isUnstyled,
    colour: await createCodePen(nodes),
  });
  const html = setter.write(nodes);
  return {
    html,
    hasMath: setter.pen.hasDrawn,
    hasHeading: elementsIn(nodes, ({ name }) => name === "h1").length > 0,
    isCut,
  };
}

/** Truncates a long text at the end of a line. */
function cutText(
  content: string,
  length: number,
): { readonly text: string; readonly isCut: boolean } {
  if (content.length <= length) return { text: content, isCut: false };
  const head = content.slice(0, length);
  const end = head.lastIndexOf("\n");
  return { text: (end === -1 ? head : head.slice(0, end)).toWellFormed(), isCut: true };
}

/** Allowed elements and their attributes, in output order. */
const allowed: ReadonlyMap<string, readonly string[]> = new Map([
  ..."br hr ul h1 h2 h3 h4 h5 h6 strong em s del mark sup code table thead tbody tr"
    .split(" ")
    .map((name): [string, string[]] => [name, []]),
  ["blockquote", ["class", "data-callout", "role"]],
  ["div", ["class", "data-language", "tabindex", "role", "aria-label"]],
  ["input", ["type", "disabled", "checked", "aria-label"]],
  ["li", ["class"]],
  ["ol", ["start"]],
  ["p", ["class"]],
  ["pre", ["tabindex", "role", "aria-label"]],
  ["section", ["class", "role", "aria-label"]],
  ["span", ["class"]],
  ["td", ["class"]],
  ["th", ["class"]],
]);
const empty = new Set(["br", "hr", "input"]);
const numeric = new Set(["start", "width"]);
/** Classes that the page's style sheet defines. */
const styled = new Set(
  (
    "align-center align-left align-right callout callout-kind code-frame footnotes image is-short mention " +
    "table-frame tag tag-line task task-progress"
  ).split(" "),
);
/** Allowed targets of links in a text. */
const elsewhere = /^(?:https?:\/\/[^/\\]|mailto:)/i;
const rasterData = /^data:image\/(?:gif|png|jpeg|webp);base64,[a-zA-Z0-9+/=]*$/i;

interface Setting {
  readonly files: readonly SharedFile[];
  readonly links: PageLinks;
  readonly anchor: string;
  readonly isUnstyled: boolean;
  readonly colour: CodePen;
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

  #node(node: PageNode): string {
    if (isElement(node)) return this.#element(node);
    return escapeHtml(textOf([node]));
  }

  #element(element: PageElement): string {
    const { name, attribs, children } = element;
    if (name === "a") return this.#link(element);
    if (name === "img") return this.#picture(element);
    const { tags } = this.#setting.links;
    const tag = attribs["data-tag"];
    if (tags !== null && tag !== undefined) {
      const address = escapeHtml(tags + encodeURIComponent(tag.toWellFormed()));
      return `<a class="tag" href="${address}">${this.write(children)}</a>`;
    }
    const coloured = name === "code" ? this.#setting.colour(element) : null;
    if (coloured !== null) return `<code>${coloured}</code>`;
    const math = attribs["data-math"];
    if (math !== undefined) return this.#formula(textOf(children), math !== "inline");
    const kept = allowed.get(name);
    if (kept === undefined) return this.write(children);
    const note = attribs["data-note-text"];
    const id = isNumber(note) ? ` id="note-${this.#setting.anchor}${note}"` : "";
    const start = `<${name}${id}${kept.map((each) => attributeOf(attribs, each)).join("")}>`;
    return empty.has(name) ? start : `${start}${this.write(children)}</${name}>`;
  }

  #formula(tex: string, isBlock: boolean): string {
    const drawn = this.#setting.isUnstyled ? null : this.pen.draw(tex, isBlock);
    const tag = isBlock ? "div" : "span";
    if (drawn !== null) return `<${tag} class="math">${drawn}</${tag}>`;
    return `<${tag} class="math as-written">${escapeHtml(tex)}</${tag}>`;
  }

  #link({ attribs, children }: PageElement): string {
    const { anchor, isUnstyled } = this.#setting;
    const name = attributeOf(attribs, "role") + attributeOf(attribs, "aria-label");
    const place = attribs["data-note-place"];
    const number = attribs["data-note"];
    if (isUnstyled && isNumber(number)) return number;
    if (isPlace(place) && isNumber(number)) {
      return `<a id="place-${anchor}${place}" href="#note-${anchor}${number}"${name}>${number}</a>`;
    }
    const back = attribs["data-note-back"];
    if (isPlace(back) && isUnstyled) return "";
    if (isPlace(back)) return `<a class="back" href="#place-${anchor}${back}"${name}></a>`;
    const address = attribs["href"] ?? "";
    const inside = this.write(children);
    const file = this.#fileAt(address);
    if (file !== undefined) {
      return `<a href="${escapeHtml(sharedFileAddress(file, this.#setting.links))}">${inside}</a>`;
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
      return `<img src="${escapeHtml(source)}" alt="${escapeHtml(alt)}"${width === null ? "" : attributeOf(attribs, "width")}>`;
    }
    const file = this.#fileAt(source.replace(/\?.*/s, ""));
    if (file === undefined) return `<span class="image">${escapeHtml(alt)}</span>`;
    // Audio and video don't play within the text, as in the app (ADR 0058); they follow below it.
    const { links } = this.#setting;
    if (shownKind(file.type) === "image") return showFile(file, links, { alt, width });
    const name = alt === "" ? file.filename : alt;
    return `<a href="${escapeHtml(sharedFileAddress(file, links))}">${escapeHtml(name)}</a>`;
  }

  #fileAt(address: string): SharedFile | undefined {
    const id = attachmentOfLink(address);
    return this.#setting.files.find((file) => file.id === id);
  }
}

function isPlace(place: string | undefined): place is string {
  return place !== undefined && /^\d+-\d+$/.test(place);
}

function isNumber(value: string | undefined): value is string {
  return value !== undefined && /^\d{1,6}$/.test(value);
}

/** Returns an attribute, or "" if the element lacks it or its value isn't allowed. */
function attributeOf(attribs: Readonly<Record<string, string>>, name: string): string {
  const value = attribs[name];
  if (value === undefined || (numeric.has(name) && !isNumber(value))) return "";
  if (name !== "class") return value === "" ? ` ${name}` : ` ${name}="${escapeHtml(value)}"`;
  const classes = value.split(" ").filter((each) => styled.has(each));
  return classes.length === 0 ? "" : ` class="${classes.join(" ")}"`;
}
