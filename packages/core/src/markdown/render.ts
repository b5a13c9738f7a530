import MarkdownIt from "markdown-it";
import type { Env, Renderer, Token } from "markdown-it";
import { markdown, parseMarkdown } from "./grammar.ts";
import { isLoadableImage } from "./image-address.ts";
import { firstLineText, isLineBreak, plainText } from "./plain-text.ts";
import { taskOf } from "./task-rule.ts";

/** How a memo is shown. All default to the private and interactive choice. */
export type RenderOptions = {
  /** Task boxes cannot be used, as on a shared page. */
  readonly readOnlyTasks?: boolean;
  /** Tags lead to `#tag/…`. Off: plain text, as on a shared page. */
  readonly tagLinks?: boolean;
};

type View = Required<RenderOptions> & { linkDepth: number };

/**
 * Renders a memo as HTML for the viewer. The HTML holds no element or attribute of the writer's own,
 * no script, no inline style, and no image but those of `isLoadableImage`; memos of others should
 * still pass a sanitiser that keeps `target`, `data-task`, `data-tag` and `data-math`. Rules M15–M17.
 *
 * - tag: `<a class="tag" href="#tag/{encoded}" data-tag="{tag}">`
 * - mention: `<span class="mention" data-user="{username}">`
 * - task: `<li class="task"><input type="checkbox" data-task="{index}">`, named by its line
 * - math: `<span class="math" data-math="inline">` or `<div … data-math="block">` holding TeX
 */
export function renderMarkdown(content: string, options: RenderOptions = {}): string {
  const view: View = {
    readOnlyTasks: options.readOnlyTasks ?? false,
    tagLinks: options.tagLinks ?? true,
    linkDepth: 0,
  };
  return renderer.render(parseMarkdown(content), markdown.options, { view });
}

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
      `<div class="math" data-math="block">${escapeHtml(tokens[at]!.content.trim())}</div>\n`,
    html_inline: (tokens, at) =>
      isLineBreak(tokens[at]!.content) ? "<br>" : escapeHtml(tokens[at]!.content),
    html_block: (tokens, at) =>
      `<p>${escapeHtml(tokens[at]!.content.trim()).replaceAll("\n", "<br>\n")}</p>\n`,
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
  return `<li class="task">${box} `;
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
  const alt = plainText(token).trim();
  const hint = title === null ? "" : ` title="${escapeHtml(String(title))}"`;
  if (isLoadableImage(source)) {
    return `<img src="${escapeHtml(source)}" alt="${escapeHtml(alt)}"${hint} loading="lazy" referrerpolicy="no-referrer">`;
  }
  const text = escapeHtml(alt || source);
  if (view.linkDepth > 0) return text;
  if (!ELSEWHERE.test(source)) return `<span class="image"${hint}>${text}</span>`;
  return `<a class="image" href="${escapeHtml(source)}"${hint} ${EXTERNAL}>${text}</a>`;
}
