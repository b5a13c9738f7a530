import { escapeHtml } from "../pages/escape-html.ts";
import { articleText, type ArticleOptions, type ShownMemo } from "../pages/memo-article.ts";
import { type Page, tideMark } from "../pages/page-document.ts";
import { pageWords } from "../pages/page-words.ts";
import { hiddenHeading, memoDocument, pageTitle } from "../pages/share-page.ts";
import { embeddedStyle } from "./public-style.ts";

export interface EmbeddedFrame {
  /** Title of the instance. */
  readonly instance: string;
  /** Path of the memo's own page, which the footer links to. */
  readonly page: string;
  /** Origins of the sites that may show it. */
  readonly origins: readonly string[];
}

/** Returns a memo for a frame in another site's page. It stores nothing and links to its own page. */
export function embeddedPage(
  memo: ShownMemo,
  options: ArticleOptions,
  { instance, page, origins }: EmbeddedFrame,
): Page {
  const { language } = options;
  const words = pageWords[language];
  const title = pageTitle(memo, language);
  const byline = [`<span class="name" dir="auto">${escapeHtml(memo.author)}</span>`, memo.time];
  return memoDocument({
    language,
    title,
    hasMath: memo.body?.hasMath === true,
    styles: embeddedStyle,
    // Links leave the frame.
    head: `<base target="_blank">`,
    frameAncestors: origins,
    main:
      `<article>${hiddenHeading(memo, title)}` +
      `<p class="byline">${byline.filter((part) => part !== "").join(" · ")}</p>` +
      articleText(memo, options, `<p class="said">${escapeHtml(words.cut)}</p>`) +
      `</article>`,
    footer: `<footer><a href="${escapeHtml(page)}">${tideMark}${escapeHtml(instance)}</a></footer>`,
  });
}
