import { escapeXml } from "./escape-xml.ts";

/** Feed of memos. All addresses are absolute. */
export interface Feed {
  readonly title: string;
  /** Text below the title; may be "". */
  readonly lead: string;
  /** Address of the page with the same memos. */
  readonly page: string;
  /** Address of the feed. */
  readonly self: string;
  readonly language: string;
  /** Time of the last change in milliseconds; 0 for an empty feed. */
  readonly changedMs: number;
  readonly entries: readonly FeedEntry[];
}

export interface FeedEntry {
  /** Address of the memo's page, which identifies the entry too. */
  readonly page: string;
  readonly title: string;
  readonly author: { readonly name: string; readonly page: string };
  readonly createdMs: number;
  readonly changedMs: number;
  readonly tags: readonly string[];
  /** Text of the memo as HTML. */
  readonly html: string;
  readonly files: readonly FeedFile[];
}

export interface FeedFile {
  readonly url: string;
  readonly name: string;
  readonly type: string;
  readonly bytes: number;
}

/** Writes a feed as RSS 2.0. An item has one enclosure at most, since readers show only the first. */
export function writeRss({ title, lead, page, self, language, changedMs, entries }: Feed): string {
  return document(
    `<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel>` +
      element("title", title) +
      element("link", page) +
      element("description", lead === "" ? title : lead) +
      element("language", language) +
      element("lastBuildDate", rssDate(changedMs)) +
      `<atom:link rel="self" type="application/rss+xml" href="${escapeXml(self)}"/>` +
      entries
        .map(
          (entry) =>
            `<item>${element("title", entry.title)}${element("link", entry.page)}` +
            `<guid isPermaLink="true">${escapeXml(entry.page)}</guid>` +
            element("pubDate", rssDate(entry.createdMs)) +
            element("dc:creator", entry.author.name) +
            entry.tags.map((tag) => element("category", tag)).join("") +
            element("description", entry.html) +
            entry.files
              .slice(0, 1)
              .map(
                ({ url, bytes, type }) =>
                  `<enclosure url="${escapeXml(url)}" length="${bytes}" type="${escapeXml(type)}"/>`,
              )
              .join("") +
            `</item>`,
        )
        .join("") +
      `</channel></rss>`,
  );
}

/** Writes a feed as Atom (RFC 4287). */
export function writeAtom({ title, lead, page, self, language, changedMs, entries }: Feed): string {
  return document(
    `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${escapeXml(language)}">` +
      element("id", self) +
      element("title", title) +
      (lead === "" ? "" : element("subtitle", lead)) +
      element("updated", isoDate(changedMs)) +
      `<link rel="self" type="application/atom+xml" href="${escapeXml(self)}"/>` +
      `<link rel="alternate" type="text/html" href="${escapeXml(page)}"/>` +
      entries
        .map(
          (entry) =>
            `<entry>${element("id", entry.page)}${element("title", entry.title)}` +
            `<link rel="alternate" type="text/html" href="${escapeXml(entry.page)}"/>` +
            element("published", isoDate(entry.createdMs)) +
            element("updated", isoDate(entry.changedMs)) +
            `<author>${element("name", entry.author.name)}${element("uri", entry.author.page)}</author>` +
            entry.tags.map((tag) => `<category term="${escapeXml(tag)}"/>`).join("") +
            entry.files
              .map(
                ({ url, name, type, bytes }) =>
                  `<link rel="enclosure" href="${escapeXml(url)}" type="${escapeXml(type)}" length="${bytes}" title="${escapeXml(name)}"/>`,
              )
              .join("") +
            `<content type="html">${escapeXml(entry.html)}</content></entry>`,
        )
        .join("") +
      `</feed>`,
  );
}

/** Writes a feed as JSON Feed 1.1. */
export function writeJsonFeed({ title, lead, page, self, language, entries }: Feed): string {
  return JSON.stringify({
    version: "https://jsonfeed.org/version/1.1",
    title,
    home_page_url: page,
    feed_url: self,
    ...(lead !== "" && { description: lead }),
    language,
    items: entries.map((entry) => ({
      id: entry.page,
      url: entry.page,
      title: entry.title,
      content_html: entry.html,
      date_published: isoDate(entry.createdMs),
      date_modified: isoDate(entry.changedMs),
      authors: [{ name: entry.author.name, url: entry.author.page }],
      tags: entry.tags,
      attachments: entry.files.map(({ url, name, type, bytes }) => ({
        url,
        mime_type: type,
        title: name,
        size_in_bytes: bytes,
      })),
    })),
  });
}

function document(root: string): string {
  return `<?xml version="1.0" encoding="utf-8"?>\n${root}\n`;
}

function element(name: string, text: string): string {
  return `<${name}>${escapeXml(text)}</${name}>`;
}

function isoDate(ms: number): string {
  return new Date(ms).toISOString();
}

/** Formats a date as RSS requires, with a year of four digits. */
function rssDate(ms: number): string {
  return new Date(ms).toUTCString();
}
