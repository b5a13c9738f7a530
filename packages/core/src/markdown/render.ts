import MarkdownIt from "markdown-it";
import type { Env, Renderer, Token } from "markdown-it";
import type { BlockWords } from "./blocks/block-words.ts";
import { escapeHtml, textOfHtml } from "./blocks/escape-html.ts";
import { frameCode, openTableFrame, shortCell, showProgress } from "./blocks/frame-blocks.ts";
import { splitTagLine } from "./blocks/split-tag-line.ts";
import { markdown, parseMarkdown } from "./grammar.ts";
import { calloutOf } from "./extensions/callout-rule.ts";
import { orderNotes, type OrderedNotes, type ShownNote } from "./extensions/order-notes.ts";
import { isLoadableImage } from "./image-address.ts";
import { joinedBreaks } from "./joined-breaks.ts";
import { normaliseText } from "./normalise-text.ts";
import { firstLineText, imageText, isLineBreak, readImageWords } from "./plain-text.ts";
import { taskOf } from "./task-rule.ts";

/** Options for rendering a memo. The defaults are private and interactive. */
export type RenderOptions = {
  /** True disables task checkboxes, as on a shared page. */
  readonly readOnlyTasks?: boolean;
  /** True links tags to `#tag/…`. False renders them as plain text, as on a shared page. */
  readonly tagLinks?: boolean;
  /** `reflow` joins lines that an editor wrapped; `written` shows every break. */
  readonly lineBreaks?: "reflow" | "written";
  /** True sets `data-line` on each block to the line of the text at which it begins, from 0. */
  readonly sourceLines?: boolean;
  /** Frames and names blocks in the reader's language, and adds a foot of tags and done tasks. */
  readonly words?: BlockWords | undefined;
  /** Returns the usual name of a language of code; undefined shows the name that was written. */
  readonly languageName?: (written: string) => string | undefined;
};

type View = Required<RenderOptions> & {
  linkDepth: number;
  readonly references: OrderedNotes["references"];
  readonly joined: ReturnType<typeof joinedBreaks>;
};

/**
 * Renders a memo as HTML for the viewer. The HTML contains no elements or attributes from the writer, no
 * script, no inline style, and only images that pass `isLoadableImage`. Memos of other users should still
 * pass a sanitiser that keeps `target`, `data-task`, `data-tag` and `data-math`. Rules M15–M17.
 *
 * - tag: `<a class="tag" href="#tag/{encoded}" data-tag="{tag}">`
 * - mention: `<span class="mention" data-user="{username}">`
 * - task: `<li class="task"><input type="checkbox" data-task="{index}">`, named by its line
 * - math: `<span class="math" data-math="inline">` or `<div … data-math="block">` holding TeX
 * - callout: `<blockquote class="callout" data-callout="{kind}">`, its first paragraph the kind's word
 * - image with a width in the text: `<img … width="{pixels}" data-width>`
 * - footnote: `<a data-note="{number}">` and, at the end, `<li data-note-text="{number}">` with an
 *   `<a data-note-back="{number}-{place}">` for each reference, which is `data-note-place` there
 *
 * And with `words`:
 *
 * - table: `<div class="table-frame">` around it; its short cells are `is-short`
 * - code: `<div class="code-frame" data-language="{name}">` around its `<pre>`
 * - behind the text: `<p class="tag-line">` of the tags in its last line, and `<span class="task-progress">`
 */
export function renderMarkdown(content: string, options: RenderOptions = {}): string {
  const tokens = parseMarkdown(content);
  if (options.sourceLines === true) noteLines(tokens);
  const { text, notes, references } = orderNotes(tokens);
  const lineBreaks = options.lineBreaks ?? "reflow";
  const view: View = {
    ...defaults,
    ...options,
    linkDepth: 0,
    references,
    joined: lineBreaks === "reflow" ? joinedBreaks(tokens) : new Map(),
  };
  const show = (part: readonly Token[]): string =>
    renderer.render([...part], markdown.options, { view });
  if (view.words === undefined) return show(text) + renderNotes(notes, show);
  const { text: body, tags } = splitTagLine(text, (token) => isShownBreak(token, view));
  const foot = renderFoot(tags, tokens, view.words, view);
  return show(body) + foot + renderNotes(notes, show, view.words);
}

const defaults: Required<RenderOptions> = {
  readOnlyTasks: false,
  tagLinks: true,
  lineBreaks: "reflow",
  sourceLines: false,
  words: undefined,
  languageName: () => undefined,
};

/** Renders one line as inline Markdown, whatever it begins with. Same HTML as above, without tasks. */
export function renderInlineMarkdown(source: string): string {
  const view: View = {
    ...defaults,
    readOnlyTasks: true,
    lineBreaks: "written",
    linkDepth: 0,
    references: new Map(),
    joined: new Map(),
  };
  const tokens = markdown.parseInline(normaliseText(source), {});
  return renderer.render(tokens, markdown.options, { view });
}

function noteLines(tokens: readonly Token[]): void {
  tokens.forEach((token, at) => {
    if (token.map === null || token.nesting < 0) return;
    // A callout's text begins behind its marker.
    const text = tokens[at + 1];
    const [line] = (text?.type === "inline" ? text.map : null) ?? token.map;
    token.attrSet(LINE, String(line));
  });
}

/** Returns the `data-line` attribute of a block; empty if lines weren't recorded. */
function lineOf(token: Token): string {
  const line = token.attrGet(LINE);
  return line === null ? "" : ` ${LINE}="${line}"`;
}

const LINE = "data-line";
const EXTERNAL = `target="_blank" rel="noopener noreferrer"`;

const renderer = createRenderer();

function createRenderer(): Renderer {
  const made = new MarkdownIt.Renderer();
  const { fence, code_block: codeBlock } = made.rules;
  Object.assign(made.rules, {
    tag: (tokens, at, _options, env) => renderTag(tokens[at]!.content, viewOf(env)),
    mention: (tokens, at) => {
      const username = escapeHtml(tokens[at]!.content);
      return `<span class="mention" data-user="${username}">@${username}</span>`;
    },
    math_inline: (tokens, at) =>
      `<span class="math" data-math="inline">${escapeHtml(tokens[at]!.content)}</span>`,
    math_block: (tokens, at) =>
      `<div class="math" data-math="block"${lineOf(tokens[at]!)}>${escapeHtml(tokens[at]!.content.trim())}</div>\n`,
    softbreak: (tokens, at, _options, env) => viewOf(env).joined.get(tokens[at]!) ?? "<br>\n",
    html_inline: (tokens, at) =>
      isLineBreak(tokens[at]!.content) ? "<br>" : escapeHtml(tokens[at]!.content),
    html_block: (tokens, at) =>
      `<p${lineOf(tokens[at]!)}>${escapeHtml(tokens[at]!.content.trim()).replaceAll("\n", "<br>\n")}</p>\n`,
    link_open: (tokens, at, _options, env) => {
      viewOf(env).linkDepth++;
      return `<a${made.renderAttrs(tokens[at]!)} ${EXTERNAL}>`;
    },
    link_close: (_tokens, _at, _options, env) => {
      viewOf(env).linkDepth--;
      return "</a>";
    },
    image: (tokens, at, _options, env) => renderImage(tokens[at]!, viewOf(env)),
    list_item_open: (tokens, at, options, env) =>
      renderTask(tokens, at, viewOf(env)) ?? made.renderToken(tokens, at, options),
    footnote_ref: (tokens, at, _options, env) => renderReference(tokens[at]!, viewOf(env)),
    blockquote_open: (tokens, at, _options, env) => renderQuote(tokens[at]!, viewOf(env)),
    th_open: (tokens, at, _options, env) => renderCell(tokens, at, viewOf(env)),
    td_open: (tokens, at, _options, env) => renderCell(tokens, at, viewOf(env)),
    table_open: (tokens, at, options, env) =>
      openTable(tokens, at, viewOf(env)) + made.renderToken(tokens, at, options),
    table_close: (tokens, at, options, env) =>
      made.renderToken(tokens, at, options) + (viewOf(env).words === undefined ? "" : "</div>\n"),
    fence: (...given) => renderCode(fence!(...given), given[0][given[1]]!, viewOf(given[3])),
    code_block: (...given) =>
      renderCode(codeBlock!(...given), given[0][given[1]]!, viewOf(given[3])),
  } satisfies Renderer["rules"]);
  return made;
}

function viewOf(env: Env | undefined): View {
  return env!["view"] as View;
}

/** Renders a tag as written, named in NFC (M3). */
function renderTag(written: string, { tagLinks }: View): string {
  const text = escapeHtml(written);
  const tag = written.normalize();
  const name = escapeHtml(tag);
  if (!tagLinks) return `<span class="tag" data-tag="${name}">#${text}</span>`;
  return `<a class="tag" href="#tag/${encodeURIComponent(tag)}" data-tag="${name}">#${text}</a>`;
}

function renderTask(tokens: readonly Token[], at: number, view: View): string | undefined {
  const task = taskOf(tokens[at]!);
  if (task === undefined) return undefined;
  // An empty task still needs a name for screen readers.
  const name = firstLineText(tokens[at + 2]!) || String(task.index + 1);
  const state = (task.checked ? " checked" : "") + (view.readOnlyTasks ? " disabled" : "");
  const box = `<input type="checkbox" data-task="${task.index}" aria-label="${escapeHtml(name)}"${state}>`;
  return `<li class="task"${lineOf(tokens[at]!)}>${box} `;
}

function renderQuote(token: Token, { words }: View): string {
  const kind = calloutOf(token);
  if (kind === undefined) return `<blockquote${lineOf(token)}>\n`;
  const word = words?.callouts[kind] ?? kind.charAt(0).toUpperCase() + kind.slice(1);
  const role = words === undefined ? "" : ` role="note"`;
  return `<blockquote class="callout" data-callout="${kind}"${role}${lineOf(token)}>\n<p class="callout-kind">${escapeHtml(word)}</p>\n`;
}

function openTable(tokens: readonly Token[], at: number, view: View): string {
  if (view.words === undefined) return "";
  const titles: string[] = [];
  for (let next = at; tokens[next]!.type !== "table_close"; next++) {
    if (tokens[next]!.type === "th_open") titles.push(cellText(tokens, next, view).trim());
  }
  return openTableFrame(titles, view.words);
}

/** Returns the text of a cell as a browser reads it. */
function cellText(tokens: readonly Token[], at: number, view: View): string {
  const children = tokens[at + 1]!.children ?? [];
  return textOfHtml(renderer.renderInline(children, markdown.options, { view }));
}

function renderCode(pre: string, { info }: Token, { words, languageName }: View): string {
  if (words === undefined) return pre;
  const [written = ""] = markdown.utils.unescapeAll(info).trim().split(/\s/);
  return frameCode(pre, languageName(written) ?? written, words);
}

function isShownBreak(token: Token, { joined }: View): boolean {
  if (token.type === "html_inline") return isLineBreak(token.content);
  return token.type === "hardbreak" || (token.type === "softbreak" && !joined.has(token));
}

/** Renders the row below a text: the tags of its last line, and how many of its tasks are done. */
function renderFoot(
  tags: readonly Token[],
  tokens: readonly Token[],
  words: BlockWords,
  view: View,
): string {
  const tasks = tokens.flatMap((token) => taskOf(token) ?? []);
  const done = tasks.filter(({ checked }) => checked).length;
  const parts = [
    ...tags.map(({ content }) => renderTag(content, view)),
    ...showProgress(done, tasks.length, words),
  ];
  return parts.length === 0 ? "" : `<p class="tag-line">${parts.join(" ")}</p>\n`;
}

function renderReference(token: Token, { references, words }: View): string {
  const { number, place } = references.get(token)!;
  const name = words === undefined ? "" : named("doc-noteref", words.note(String(number)));
  return `<sup><a data-note="${number}" data-note-place="${number}-${place}" href="#note-${number}"${name}>${number}</a></sup>`;
}

function renderNotes(
  notes: readonly ShownNote[],
  show: (tokens: readonly Token[]) => string,
  words?: BlockWords,
): string {
  if (notes.length === 0) return "";
  // CSS draws the back link's arrow, so it isn't part of the text.
  const [toText, arrow] =
    words === undefined ? ["", "↩"] : [named("doc-backlink", words.backToText), ""];
  const section = words === undefined ? "" : named("group", words.notes);
  const items = notes.map(({ tokens, references }, at) => {
    const number = at + 1;
    const back = Array.from({ length: references }, (_, before) => {
      const place = `${number}-${before + 1}`;
      return ` <a data-note-back="${place}" href="#note-place-${place}"${toText}>${arrow}</a>`;
    }).join("");
    return `<li data-note-text="${number}">${withBack(show(tokens), back)}</li>\n`;
  });
  return `<section class="footnotes"${section}>\n<ol>\n${items.join("")}</ol>\n</section>\n`;
}

function named(role: string, name: string): string {
  return ` role="${role}" aria-label="${escapeHtml(name)}"`;
}

/** Inserts the back links at the end of the note's last paragraph. */
function withBack(html: string, back: string): string {
  const end = "</p>\n";
  return html.endsWith(end) ? `${html.slice(0, -end.length)}${back}${end}` : html + back;
}

/** Replaces the parser's alignment by style attribute, which a strict content security policy blocks. */
function renderCell(tokens: readonly Token[], at: number, view: View): string {
  const token = tokens[at]!;
  const align = /^text-align:(\w+)$/.exec(String(token.attrGet("style") ?? ""))?.[1];
  const isShort = view.words !== undefined && cellText(tokens, at, view).length <= shortCell;
  const classes = [
    ...(align === undefined ? [] : [`align-${align}`]),
    ...(isShort ? ["is-short"] : []),
  ];
  return classes.length === 0 ? `<${token.tag}>` : `<${token.tag} class="${classes.join(" ")}">`;
}

/** Addresses on other hosts. Any other address isn't linked. */
const ELSEWHERE = /^https?:\/\/[^/\\]/i;

function renderImage(token: Token, view: View): string {
  const source = String(token.attrGet("src") ?? "");
  const title = token.attrGet("title");
  const alt = imageText(token).trim();
  const hint = title === null ? "" : ` title="${escapeHtml(String(title))}"`;
  if (isLoadableImage(source)) {
    const { width } = readImageWords(token.content);
    const size = width === null ? "" : ` width="${width}" data-width`;
    return `<img src="${escapeHtml(source)}" alt="${escapeHtml(alt)}"${hint}${size} loading="lazy" referrerpolicy="no-referrer">`;
  }
  const text = escapeHtml(alt || source);
  if (view.linkDepth > 0) return text;
  if (!ELSEWHERE.test(source)) return `<span class="image"${hint}>${text}</span>`;
  return `<a class="image" href="${escapeHtml(source)}"${hint} ${EXTERNAL}>${text}</a>`;
}
