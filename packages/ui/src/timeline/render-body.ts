import { renderMarkdown } from "@tidemark/core/markdown";
import DOMPurify from "dompurify";

/**
 * The HTML of a memo's text, safe to set as innerHTML: the renderer escapes raw HTML, and DOMPurify
 * is the second wall. Tags lead to the timeline with that tag, and `terms` are marked without regard
 * to case.
 */
export function renderBody(
  content: string,
  terms: readonly string[],
  readOnlyTasks: boolean,
): string {
  const body = DOMPurify.sanitize(renderMarkdown(content, { readOnlyTasks }), {
    RETURN_DOM_FRAGMENT: true,
    FORBID_TAGS: ["style", "form", "iframe", "textarea", "select", "button", "svg"],
    FORBID_ATTR: ["style", "id", "name"],
    ADD_ATTR: ["target"],
  });
  for (const tag of body.querySelectorAll<HTMLAnchorElement>("a[data-tag]")) {
    tag.href = `#/?${new URLSearchParams({ tag: tag.dataset["tag"] ?? "" })}`;
  }
  // What may scroll sideways must be reachable by keys.
  for (const wide of body.querySelectorAll<HTMLElement>("pre, table")) wide.tabIndex = 0;
  markTerms(body, terms);
  const holder = document.createElement("div");
  holder.append(body);
  return holder.innerHTML;
}

function markTerms(body: DocumentFragment, terms: readonly string[]): void {
  const words = terms.filter((term) => term !== "").map(escapePattern);
  if (words.length === 0) return;
  const pattern = new RegExp(words.join("|"), "giu");
  const walker = document.createTreeWalker(body, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode() !== null) texts.push(walker.currentNode as Text);
  for (const text of texts) markText(text, pattern);
}

function escapePattern(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}

function markText(text: Text, pattern: RegExp): void {
  const parts: (string | HTMLElement)[] = [];
  let end = 0;
  for (const match of text.data.matchAll(pattern)) {
    const mark = document.createElement("mark");
    mark.textContent = match[0];
    parts.push(text.data.slice(end, match.index), mark);
    end = match.index + match[0].length;
  }
  if (end === 0) return;
  text.replaceWith(...parts, text.data.slice(end));
}

const maxCached = 500;
const cache = new Map<string, { content: string; updatedMs: number; html: string }>();

/** `renderBody`, remembered per memo while its text and the marked words stay the same. */
export function renderMemo(
  memo: { readonly id: string; readonly content: string; readonly updatedMs: number },
  terms: readonly string[],
  readOnlyTasks: boolean,
): string {
  const key = `${memo.id}\n${readOnlyTasks}\n${terms.join("\n")}`;
  const cached = cache.get(key);
  cache.delete(key);
  const entry =
    cached?.content === memo.content && cached.updatedMs === memo.updatedMs
      ? cached
      : {
          content: memo.content,
          updatedMs: memo.updatedMs,
          html: renderBody(memo.content, terms, readOnlyTasks),
        };
  cache.set(key, entry);
  const oldest = cache.keys().next();
  if (cache.size > maxCached && oldest.done !== true) cache.delete(oldest.value);
  return entry.html;
}
