import { shownKind } from "@tidemark/core/attachment";
import { escapeHtml } from "./escape-html.ts";
import { type Page, pageDocument, tideLine, tideMark } from "./page-document.ts";
import { pageFonts } from "./page-fonts.ts";
import { pageStyle } from "./page-style.ts";
import { pageDay, type PageLanguage, pageSize, pageWords } from "./page-words.ts";
import type { SetBody } from "./render-body.ts";
import { type SharedFile, sharedFileAddress, showFile } from "./shared-file.ts";

export interface SharePageParts {
  readonly language: PageLanguage;
  /** Display name of the author. */
  readonly author: string;
  /** Creation time, formatted by `pageTime`; "" if it can't be formatted. */
  readonly time: string;
  /** Title; "" if its text has none. */
  readonly title: string;
  readonly content: string;
  /** `null` if rendering took too long; the source is shown then. */
  readonly body: SetBody | null;
  /** Attachments to list below the text. */
  readonly files: readonly SharedFile[];
  readonly token: string;
}

/** Maximum length of a text that is shown as source. */
const maxPlainLength = 64 * 1024;
const maxTitleLength = 120;

/** Returns a shared memo as a complete document without scripts. */
export function sharePage(parts: SharePageParts): Page {
  const { language, author, time, content, body, files, token } = parts;
  const words = pageWords[language];
  const title = parts.title === "" ? words.byAuthor(author) : cut(parts.title, maxTitleLength);
  const heading = body?.hasHeading === true ? "" : `<h1 class="sr-only">${escapeHtml(title)}</h1>`;
  const text =
    body === null
      ? `<p class="said">${escapeHtml(words.asWritten)}</p><div class="memo-body" lang="" dir="auto"><pre class="plain">${escapeHtml(cut(content, maxPlainLength))}</pre></div>`
      : `<div class="memo-body" lang="" dir="auto">${body.html}</div>`;
  const isCut = body === null ? content.length > maxPlainLength : body.isCut;
  const byline = [`<span class="name" dir="auto">${escapeHtml(author)}</span>`, time];
  return documentOf({
    language,
    title,
    hasMath: body?.hasMath === true,
    main:
      `<article>${heading}` +
      `<p class="byline">${byline.filter((part) => part !== "").join(" · ")}</p>` +
      text +
      (isCut ? `<p class="said">${escapeHtml(words.cut)}</p>` : "") +
      fileSection(files, token, language) +
      `</article>`,
    footer: `<footer>${tideMark}${escapeHtml(words.sharedWith)}</footer>`,
  });
}

/** Returns a day as a `time` element. */
export function pageTime(ms: number, language: PageLanguage): string {
  return `<time datetime="${new Date(ms).toISOString()}">${escapeHtml(pageDay(ms, language))}</time>`;
}

/** Returns the page for invalid links, the same for every reason. */
export function missingPage(language: PageLanguage): Page {
  const { missing, missingBody } = pageWords[language];
  return noticePage(language, missing, missingBody);
}

/** Returns the page for exceeded rate limits, and while too many pages wait. */
export function busyPage(language: PageLanguage): Page {
  const { busy, busyBody } = pageWords[language];
  return noticePage(language, busy, busyBody);
}

function noticePage(language: PageLanguage, title: string, text: string): Page {
  return documentOf({
    language,
    title,
    hasMath: false,
    main: `<div class="notice">${tideLine}<h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p></div>`,
    footer: "",
  });
}

function fileSection(files: readonly SharedFile[], token: string, language: PageLanguage): string {
  if (files.length === 0) return "";
  const words = pageWords[language];
  const isShown = (file: SharedFile): boolean => shownKind(file.type) !== "file";
  const figures = files.filter(isShown).map((file) => {
    const isPicture = shownKind(file.type) === "image";
    const shown = showFile(file, token, { alt: isPicture ? file.filename : "", width: null });
    return `<figure>${shown}${isPicture ? "" : `<figcaption dir="auto">${escapeHtml(file.filename)}</figcaption>`}</figure>`;
  });
  const rows = files.filter((file) => !isShown(file)).map((file) => fileRow(file, token, language));
  const list = rows.length === 0 ? "" : `<ul>${rows.join("")}</ul>`;
  return `<section class="files" aria-labelledby="files"><h2 id="files"${rows.length === 0 ? ` class="sr-only"` : ""}>${escapeHtml(words.files)}</h2>${figures.join("")}${list}</section>`;
}

function fileRow(file: SharedFile, token: string, language: PageLanguage): string {
  const size = escapeHtml(pageSize(file.sizeBytes, language));
  return `<li><a href="${escapeHtml(sharedFileAddress(file, token))}"><span class="filename" dir="auto">${escapeHtml(file.filename)}</span><span class="size">${size}</span></a></li>`;
}

interface SharedParts {
  readonly language: PageLanguage;
  readonly title: string;
  readonly hasMath: boolean;
  readonly main: string;
  readonly footer: string;
}

/** Returns a page with an opaque origin. Formulas need style attributes for layout. */
function documentOf({ language, title, hasMath, main, footer }: SharedParts): Page {
  const { katex, inter } = pageFonts();
  return pageDocument({
    language,
    title,
    styles: [inter.css + pageStyle, ...(hasMath ? [katex.css] : [])],
    head: `<meta name="referrer" content="no-referrer">`,
    body: `<main>${main}</main>${footer}`,
    directives: [
      "img-src 'self' data:",
      "media-src 'self'",
      ...(hasMath ? ["style-src-attr 'unsafe-inline'"] : []),
      "form-action 'none'",
      "sandbox allow-downloads allow-popups allow-popups-to-escape-sandbox",
    ],
  });
}

function cut(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length).trimEnd().toWellFormed()}…`;
}
