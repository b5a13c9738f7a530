import MarkdownIt from "markdown-it";
import type { Env, Renderer, Token } from "markdown-it";
import { markdown, parseMarkdown } from "./grammar.ts";
import { calloutOf } from "./extensions/callout-rule.ts";
import { orderNotes, type OrderedNotes, type ShownNote } from "./extensions/order-notes.ts";
import { isLoadableImage } from "./image-address.ts";
import { joinedBreaks } from "./joined-breaks.ts";
import { normaliseText } from "./normalise-text.ts";
import { firstLineText, imageText, isLineBreak, readImageWords } from "./plain-text.ts";
import { taskOf } from "./task-rule.ts";

/** How a memo is shown. All default to the private and interactive choice. */
export type RenderOptions = {
  /** Task boxes cannot be used, as on a shared page. */
  readonly readOnlyTasks?: boolean;
  /** Tags lead to `#tag/…`. Off: plain text, as on a shared page. */
  readonly tagLinks?: boolean;
  /** Whether lines that an editor wrapped are joined, or every break is shown as it was written. */
  readonly lineBreaks?: "reflow" | "written";
  /** Each block says in `data-line` on which line of the text it begins, from 0. */
  readonly sourceLines?: boolean;
};

type View = Required<RenderOptions> & {
  linkDepth: number;
  readonly references: OrderedNotes["references"];
  readonly joined: ReturnType<typeof joinedBreaks>;
};

/**
 * Renders a memo as HTML for the viewer. The HTML holds no element or attribute of the writer's own,
 * no script, no inline style, and no image but those of `isLoadableImage`; memos of others should
 * still pass a sanitiser that keeps `target`, `data-task`, `data-tag` and `data-math`. Rules M15–M17.
 *
 * - tag: `<a class="tag" href="#tag/{encoded}" data-tag="{tag}">`
 * - mention: `<span class="mention" data-user="{username}">`
 * - task: `<li class="task"><input type="checkbox" data-task="{index}">`, named by its line
 * - math: `<span class="math" data-math="inline">` or `<div … data-math="block">` holding TeX
 * - callout: `<blockquote class="callout" data-callout="{kind}">`, its first paragraph the kind's word
 * - image with a width in the text: `<img … width="{pixels}" data-width>`
 * - footnote: `<a data-note="{number}">` and, at the end, `<li data-note-text="{number}">` with an
 *   `<a data-note-back="{number}-{place}">` for each reference, which is `data-note-place` there
 */
export function renderMarkdown(content: string, options: RenderOptions = {}): string {
  const tokens = parseMarkdown(content);
  if (options.sourceLines === true) noteLines(tokens);
  const { text, notes, references } = orderNotes(tokens);
  const lineBreaks = options.lineBreaks ?? "reflow";
  const view: View = {
    readOnlyTasks: options.readOnlyTasks ?? false,
    tagLinks: options.tagLinks ?? true,
    lineBreaks,
    sourceLines: options.sourceLines ?? false,
    linkDepth: 0,
    references,
    joined: lineBreaks === "reflow" ? joinedBreaks(tokens) : new Map(),
  };
  const show = (part: readonly Token[]): string =>
    renderer.render([...part], markdown.options, { view });
  return show(text) + renderNotes(notes, show);
}

/** Renders one line by itself: whatever it begins with, it is no block. The same HTML, without tasks. */
export function renderInlineMarkdown(source: string): string {
  const view: View = {
    readOnlyTasks: true,
    tagLinks: true,
    lineBreaks: "written",
    sourceLines: false,
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
    // The text of a callout begins behind its mark.
    const text = tokens[at + 1];
    const [line] = (text?.type === "inline" ? text.map : null) ?? token.map;
    token.attrSet(LINE, String(line));
  });
}

/** What a block's own element says of its line; nothing unless it was asked for. */
function lineOf(token: Token): string {
  const line = token.attrGet(LINE);
  return line === null ? "" : ` ${LINE}="${line}"`;
}

const LINE = "data-line";
const { escapeHtml } = markdown.utils;
const EXTERNAL = `target="_blank" rel="noopener noreferrer"`;

const renderer = createRenderer();

function createRenderer(): Renderer {
  const made = new MarkdownIt.Renderer();
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
    blockquote_open: (tokens, at) => renderQuote(tokens[at]!),
    th_open: (tokens, at) => renderCell(tokens[at]!),
    td_open: (tokens, at) => renderCell(tokens[at]!),
  } satisfies Renderer["rules"]);
  return made;
}

function viewOf(env: Env | undefined): View {
  return env!["view"] as View;
}

function renderTag(tag: string, { tagLinks }: View): string {
  const text = escapeHtml(tag);
  if (!tagLinks) return `<span class="tag" data-tag="${text}">#${text}</span>`;
  return `<a class="tag" href="#tag/${encodeURIComponent(tag)}" data-tag="${text}">#${text}</a>`;
}

function renderTask(tokens: readonly Token[], at: number, view: View): string | undefined {
  const task = taskOf(tokens[at]!);
  if (task === undefined) return undefined;
  // An empty task still needs a name for those who cannot see where it stands.
  const name = firstLineText(tokens[at + 2]!) || String(task.index + 1);
  const state = (task.checked ? " checked" : "") + (view.readOnlyTasks ? " disabled" : "");
  const box = `<input type="checkbox" data-task="${task.index}" aria-label="${escapeHtml(name)}"${state}>`;
  return `<li class="task"${lineOf(tokens[at]!)}>${box} `;
}

function renderQuote(token: Token): string {
  const kind = calloutOf(token);
  if (kind === undefined) return `<blockquote${lineOf(token)}>\n`;
  const word = kind.charAt(0).toUpperCase() + kind.slice(1);
  return `<blockquote class="callout" data-callout="${kind}"${lineOf(token)}>\n<p class="callout-kind">${word}</p>\n`;
}

function renderReference(token: Token, { references }: View): string {
  const { number, place } = references.get(token)!;
  return `<sup><a data-note="${number}" data-note-place="${number}-${place}" href="#note-${number}">${number}</a></sup>`;
}

function renderNotes(
  notes: readonly ShownNote[],
  show: (tokens: readonly Token[]) => string,
): string {
  if (notes.length === 0) return "";
  const items = notes.map(({ tokens, references }, at) => {
    const number = at + 1;
    const back = Array.from({ length: references }, (_, before) => {
      const place = `${number}-${before + 1}`;
      return ` <a data-note-back="${place}" href="#note-place-${place}">↩</a>`;
    }).join("");
    return `<li data-note-text="${number}">${withBack(show(tokens), back)}</li>\n`;
  });
  return `<section class="footnotes">\n<ol>\n${items.join("")}</ol>\n</section>\n`;
}

/** The way back stands at the end of the note's last words. */
function withBack(html: string, back: string): string {
  const end = "</p>\n";
  return html.endsWith(end) ? `${html.slice(0, -end.length)}${back}${end}` : html + back;
}

/** The parser aligns by a style attribute, which a strict content policy refuses. */
function renderCell(token: Token): string {
  const align = /^text-align:(\w+)$/.exec(String(token.attrGet("style") ?? ""))?.[1];
  return align === undefined ? `<${token.tag}>` : `<${token.tag} class="align-${align}">`;
}

/** What leads away from the reader's own host when it is followed; anything else leads nowhere. */
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
