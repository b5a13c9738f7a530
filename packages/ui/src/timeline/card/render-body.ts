import { findLanguage } from "@tidemark/core/code-languages";
import { renderInlineMarkdown, renderMarkdown } from "@tidemark/core/markdown";
import DOMPurify from "dompurify";
import { languageNow } from "../../language/language.ts";
import { addCopyButtons } from "../../viewer/code/add-copy-buttons.ts";
import { boxRemoteImages } from "../../viewer/images/box-remote-images.ts";
import { showFiles, type TextFile } from "../../viewer/images/show-files.ts";
import { leadToMemos } from "../../viewer/links/lead-to-memos.ts";
import type { LineBreaks } from "../../viewer/line-breaks.ts";
import { viewerStrings } from "../../viewer/strings.ts";
import { isOwnImage } from "../../viewer/images/own-image.ts";
import { tagHref } from "../../state/view-address.ts";

/** Highlights the terms of a search in a rendered text. */
type MarkTerms = (body: DocumentFragment, terms: readonly string[]) => void;

let markTerms: MarkTerms | null = null;

/** Provides the code that highlights, which only searches load. Texts rendered before aren't kept. */
export function provideMarks(mark: MarkTerms): void {
  markTerms = mark;
  cache.clear();
}

/**
 * Returns the HTML of a memo's text, safe to set as innerHTML: the renderer escapes raw HTML, and DOMPurify
 * sanitises the result. Tags link to the filtered timeline, and `terms` are highlighted as the search finds them.
 */
export function renderBody(
  content: string,
  terms: readonly string[],
  readOnlyTasks: boolean,
  files: readonly TextFile[] = [],
  lineBreaks: LineBreaks = "reflow",
): string {
  const html = renderMarkdown(content, {
    readOnlyTasks,
    lineBreaks,
    sourceLines: true,
    words: viewerStrings,
    languageName: findLanguage,
  });
  const body = sanitise(html);
  leadToTags(body);
  leadToMemos(body);
  addCopyButtons(body);
  boxRemoteImages(body);
  showFiles(body, files);
  if (terms.length > 0) markTerms?.(body, terms);
  const holder = document.createElement("div");
  holder.append(body);
  return holder.innerHTML;
}

/** Returns the sanitised HTML of a single line. Images are replaced by their alt text. */
export function renderLine(source: string): string {
  const body = sanitise(renderInlineMarkdown(source));
  leadToTags(body);
  leadToMemos(body);
  for (const image of body.querySelectorAll("img")) image.replaceWith(image.alt);
  const holder = document.createElement("div");
  holder.append(body);
  return holder.innerHTML;
}

function leadToTags(body: ParentNode): void {
  for (const tag of body.querySelectorAll<HTMLAnchorElement>("a[data-tag]")) {
    tag.href = tagHref(tag.dataset["tag"] ?? "");
  }
}

/** Sanitises HTML that didn't come from the renderer. */
export function sanitiseBody(html: string): string {
  const holder = document.createElement("div");
  holder.append(sanitise(html));
  return holder.innerHTML;
}

function sanitise(html: string): DocumentFragment {
  const body = DOMPurify.sanitize(html, {
    RETURN_DOM_FRAGMENT: true,
    USE_PROFILES: { html: true },
    FORBID_TAGS: [...asking, "style", "form", "textarea", "select", "button", "map"],
    FORBID_ATTR: ["style", "id", "name", "srcset", "sizes", "background", "poster", "ping"],
    ADD_ATTR: ["target"],
  });
  refuseImages(body);
  refuseLines(body);
  return body;
}

/** Removes `data-line` values that aren't numbers of at most 9 digits. */
function refuseLines(body: DocumentFragment): void {
  for (const block of body.querySelectorAll<HTMLElement>("[data-line]")) {
    if (!/^\d{1,9}$/.test(block.dataset["line"] ?? "")) delete block.dataset["line"];
  }
}

/** Elements that make a browser fetch something as soon as they are created. */
const asking = [
  "audio",
  "embed",
  "frame",
  "iframe",
  "image",
  "link",
  "object",
  "picture",
  "portal",
  "source",
  "svg",
  "track",
  "video",
];

/**
 * Replaces images of other hosts before the fragment is adopted: a browser fetches an image as soon as it
 * belongs to the page (M16).
 */
function refuseImages(body: DocumentFragment): void {
  for (const image of body.querySelectorAll("[src]")) {
    const source = image.getAttribute("src") ?? "";
    const isImage = image.localName === "img";
    if (isImage && isOwnImage(source, document.location)) continue;
    const box = document.createElement("span");
    box.className = "image";
    box.textContent = image.getAttribute("alt") ?? "";
    image.replaceWith(box);
  }
}

const maxCached = 500;
const cache = new Map<string, RenderedMemo & { readonly html: string }>();

interface RenderedMemo {
  readonly content: string;
  readonly updatedMs: number;
  readonly files: readonly TextFile[];
}

/**
 * Returns `renderBody`, cached per memo while its text, its files, the terms and the language stay the same.
 */
export function renderMemo(
  { id, content, updatedMs, files }: RenderedMemo & { readonly id: string },
  terms: readonly string[],
  readOnlyTasks: boolean,
  lineBreaks: LineBreaks,
): string {
  const key = `${id}\n${languageNow()}\n${lineBreaks}\n${readOnlyTasks}\n${terms.join("\n")}`;
  const cached = cache.get(key);
  cache.delete(key);
  const isSame =
    cached?.content === content && cached.updatedMs === updatedMs && cached.files === files;
  const entry = isSame
    ? cached
    : {
        content,
        updatedMs,
        files,
        html: renderBody(content, terms, readOnlyTasks, files, lineBreaks),
      };
  cache.set(key, entry);
  const oldest = cache.keys().next();
  if (cache.size > maxCached && oldest.done !== true) cache.delete(oldest.value);
  return entry.html;
}
