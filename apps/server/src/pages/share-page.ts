import { escapeHtml } from "./escape-html.ts";
import { articleText, type ArticleOptions, cutAt, type ShownMemo } from "./memo-article.ts";
import { type Page, pageDocument, tideLine, tideMark } from "./page-document.ts";
import { pageFonts } from "./page-fonts.ts";
import { pageStyle } from "./page-style.ts";
import { type PageLanguage, pageWords } from "./page-words.ts";

const maxTitleLength = 120;

/** Returns a shared memo as a complete document without scripts. */
export function sharePage(shown: ShownMemo, options: ArticleOptions): Page {
  const { author, time, body } = shown;
  const { language } = options;
  const words = pageWords[language];
  const title = pageTitle(shown, language);
  const byline = [`<span class="name" dir="auto">${escapeHtml(author)}</span>`, time];
  return memoDocument({
    language,
    title,
    hasMath: body?.hasMath === true,
    main:
      `<article>${hiddenHeading(shown, title)}` +
      `<p class="byline">${byline.filter((part) => part !== "").join(" · ")}</p>` +
      articleText(shown, options, `<p class="said">${escapeHtml(words.cut)}</p>`) +
      `</article>`,
    footer: `<footer>${tideMark}${escapeHtml(words.sharedWith)}</footer>`,
  });
}

/** Returns the title of a memo's page. */
export function pageTitle(
  { title, author }: Pick<ShownMemo, "title" | "author">,
  language: PageLanguage,
): string {
  return title === "" ? pageWords[language].byAuthor(author) : cutAt(title, maxTitleLength);
}

/** Returns a heading for screen readers, unless the text has one. */
export function hiddenHeading({ body }: ShownMemo, title: string): string {
  return body?.hasHeading === true ? "" : `<h1 class="sr-only">${escapeHtml(title)}</h1>`;
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
  return memoDocument({
    language,
    title,
    hasMath: false,
    main: `<div class="notice">${tideLine}<h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p></div>`,
    footer: "",
  });
}

export interface MemoDocument {
  readonly language: PageLanguage;
  readonly title: string;
  readonly hasMath: boolean;
  readonly main: string;
  readonly footer: string;
  /** HTML before the main part. */
  readonly header?: string;
  /** More HTML of the head. */
  readonly head?: string;
  /** More style sheets. */
  readonly styles?: string;
  /** True if search engines may list the page. */
  readonly isIndexed?: boolean;
  /** Origins of sites that may show the page in a frame; by default none. */
  readonly frameAncestors?: readonly string[];
}

/** Returns a page of memos, with an opaque origin. Formulas need style attributes for layout. */
export function memoDocument(parts: MemoDocument): Page {
  const { language, title, hasMath, main, footer, header = "", head = "", styles = "" } = parts;
  const { katex, inter } = pageFonts();
  return pageDocument({
    language,
    title,
    styles: [inter.css + pageStyle + styles, ...(hasMath ? [katex.css] : [])],
    head: `<meta name="referrer" content="no-referrer">${head}`,
    isIndexed: parts.isIndexed === true,
    frameAncestors: parts.frameAncestors ?? [],
    body: `${header}<main>${main}</main>${footer}`,
    directives: [
      "img-src 'self' data:",
      "media-src 'self'",
      ...(hasMath ? ["style-src-attr 'unsafe-inline'"] : []),
      "form-action 'none'",
      "sandbox allow-downloads allow-popups allow-popups-to-escape-sandbox",
    ],
  });
}
