import { escapeHtml } from "../pages/escape-html.ts";
import { articleText, type ArticleOptions, type ShownMemo } from "../pages/memo-article.ts";
import { type Page, tideMark } from "../pages/page-document.ts";
import { pageWords } from "../pages/page-words.ts";
import { hiddenHeading, memoDocument, pageTitle } from "../pages/share-page.ts";
import { personPath } from "./public-place.ts";
import { publicStyle } from "./public-style.ts";

/** Maximum length of a memo's text in a list, in characters; its own page has the rest. */
export const listedLength = 2_000;

/** Parts that all public pages have. */
export interface PublicFrame {
  /** Title of the instance. */
  readonly instance: string;
  /** Path of the form to sign in, which leads back to the page. */
  readonly signIn: string;
  /** True if search engines may list the page. */
  readonly isIndexed: boolean;
  /** Address of the answer by which sites embed the page; null if they may not. */
  readonly oembed: string | null;
}

export interface PublicListParts {
  readonly title: string;
  /** Text below the title; may be "". */
  readonly lead: string;
  readonly memos: readonly ShownMemo[];
  /** Path of the first page; null on that page. */
  readonly newest: string | null;
  /** Path of the next page; null on the last one. */
  readonly older: string | null;
  /** Paths of the feeds of this list. */
  readonly feeds: FeedPaths;
}

export interface FeedPaths {
  readonly rss: string;
  readonly atom: string;
  readonly json: string;
}

const feedTypes = [
  ["rss", "application/rss+xml"],
  ["atom", "application/atom+xml"],
  ["json", "application/feed+json"],
] as const;

/** Returns a list of public memos as a complete document without scripts. */
export function publicListPage(
  { title, lead, memos, newest, older, feeds }: PublicListParts,
  options: ArticleOptions,
  frame: PublicFrame,
): Page {
  const { language } = options;
  const words = pageWords[language];
  const articles = memos.map((memo) => {
    const path = memoPath(memo.id);
    const more = `<p class="more"><a href="${path}">${escapeHtml(words.readMore)}</a></p>`;
    return (
      `<article aria-label="${escapeHtml(pageTitle(memo, language))}">` +
      `${byline(memo, path)}${articleText(memo, options, more)}</article>`
    );
  });
  const pages = [
    ...(newest === null ? [] : [[newest, words.newestMemos, "start"] as const]),
    ...(older === null ? [] : [[older, words.olderMemos, "next"] as const]),
  ].map(
    ([path, label, relation]) =>
      `<a href="${escapeHtml(path)}" rel="${relation}">${escapeHtml(label)}</a>`,
  );
  const links = feedTypes.map(
    ([kind, type]) =>
      `<link rel="alternate" type="${type}" title="${escapeHtml(title)}" href="${escapeHtml(feeds[kind])}">`,
  );
  return memoDocument({
    language,
    title: title === frame.instance ? title : `${title} · ${frame.instance}`,
    hasMath: memos.some(({ body }) => body?.hasMath === true),
    styles: publicStyle,
    head: links.join(""),
    isIndexed: frame.isIndexed,
    header: header(frame, options),
    main:
      `<div class="place"><h1 dir="auto">${escapeHtml(title)}</h1>` +
      (lead === "" ? "" : `<p dir="auto">${escapeHtml(lead)}</p>`) +
      `<p class="feed"><a href="${escapeHtml(feeds.rss)}">${escapeHtml(words.feed)}</a></p></div>` +
      (articles.length === 0 ? `<p class="said">${escapeHtml(words.nothingPublic)}</p>` : "") +
      articles.join("") +
      (pages.length === 0
        ? ""
        : `<nav class="pages" aria-label="${escapeHtml(words.publicMemos)}">${pages.join("")}</nav>`),
    footer: footer(frame),
  });
}

/** Returns a public memo as a complete document without scripts. */
export function publicMemoPage(memo: ShownMemo, options: ArticleOptions, frame: PublicFrame): Page {
  const { language } = options;
  const words = pageWords[language];
  const title = pageTitle(memo, language);
  return memoDocument({
    language,
    title: `${title} · ${frame.instance}`,
    hasMath: memo.body?.hasMath === true,
    styles: publicStyle,
    isIndexed: frame.isIndexed,
    ...(frame.oembed !== null && {
      head: `<link rel="alternate" type="application/json+oembed" title="${escapeHtml(title)}" href="${escapeHtml(frame.oembed)}">`,
    }),
    header: header(frame, options),
    main:
      `<article>${hiddenHeading(memo, title)}${byline(memo, null)}` +
      articleText(memo, options, `<p class="said">${escapeHtml(words.cut)}</p>`) +
      `</article>`,
    footer: footer(frame),
  });
}

/** Returns the path of a memo's page. */
export function memoPath(id: string): string {
  return `/m/${encodeURIComponent(id)}`;
}

function byline({ username, author, time }: ShownMemo, path: string | null): string {
  const name = `<a class="name" href="${escapeHtml(personPath(username))}" dir="auto">${escapeHtml(author)}</a>`;
  const day = path === null || time === "" ? time : `<a href="${path}">${time}</a>`;
  return `<p class="byline">${[name, day].filter((part) => part !== "").join(" · ")}</p>`;
}

function header({ instance, signIn }: PublicFrame, { language }: ArticleOptions): string {
  const { signIn: label } = pageWords[language].door;
  return (
    `<header class="top"><a class="home" href="/explore" dir="auto">${tideMark}<span>${escapeHtml(instance)}</span></a>` +
    `<a href="${escapeHtml(signIn)}">${escapeHtml(label)}</a></header>`
  );
}

function footer({ instance }: PublicFrame): string {
  return `<footer>${tideMark}${escapeHtml(instance)}</footer>`;
}
