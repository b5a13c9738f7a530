import type { MemoRecord } from "@tidemark/core/model";
import { escapeXml } from "./escape-xml.ts";
import { memoPath } from "./public-page.ts";
import { placePath } from "./public-place.ts";

/** Returns robots.txt. `origin` is null if search engines may not list anything. */
export function robotsFile(origin: string | null): string {
  if (origin === null) return "User-agent: *\nDisallow: /\n";
  // The most specific rule wins.
  const allowed = ["/explore", "/u/", "/m/", "/file/attachments/", "/fonts/"];
  const rules = ["User-agent: *", ...allowed.map((path) => `Allow: ${path}`), "Disallow: /"];
  return `${rules.join("\n")}\n\nSitemap: ${origin}/sitemap.xml\n`;
}

/** Returns a sitemap of memos' pages. */
export function sitemapOf(origin: string, memos: readonly MemoRecord[]): string {
  const pages = memos.map(
    ({ id, updatedMs }) =>
      `<url><loc>${escapeXml(origin + memoPath(id))}</loc><lastmod>${new Date(updatedMs).toISOString()}</lastmod></url>`,
  );
  const list = `<url><loc>${escapeXml(origin + placePath({ username: null, tag: null }))}</loc></url>`;
  return `<?xml version="1.0" encoding="utf-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${list}${pages.join("")}</urlset>\n`;
}
