import { createHash } from "node:crypto";
import { escapeHtml } from "./escape-html.ts";
import type { PageLanguage } from "./page-words.ts";

/** Page and its content security policy. */
export interface Page {
  readonly html: string;
  readonly contentSecurityPolicy: string;
  /** True if search engines may list it. */
  readonly isIndexed: boolean;
}

interface DocumentParts {
  readonly language: PageLanguage;
  readonly title: string;
  /** Style sheets; the policy allows them by their hashes. */
  readonly styles: readonly string[];
  /** Scripts at the end of the body; the policy allows them by their hashes. */
  readonly scripts?: readonly string[];
  /** HTML of the body. */
  readonly body: string;
  /** More HTML of the head. */
  readonly head?: string;
  /** True if search engines may list the page. */
  readonly isIndexed?: boolean;
  /** Origins of sites that may show the page in a frame; by default none. */
  readonly frameAncestors?: readonly string[];
  /** Directives of the policy beside those of every page. */
  readonly directives: readonly string[];
}

/**
 * Returns a complete document. Its policy allows no other scripts, no frames and only this server's files; code
 * that got into the page couldn't run.
 */
export function pageDocument(parts: DocumentParts): Page {
  const { language, title, styles, scripts = [], body, head = "", directives } = parts;
  const { isIndexed = false, frameAncestors = [] } = parts;
  const html =
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8">` +
    `<meta name="viewport" content="width=device-width,initial-scale=1">` +
    (isIndexed ? "" : `<meta name="robots" content="noindex,nofollow">`) +
    head +
    `<meta name="color-scheme" content="light dark"><link rel="icon" href="${icon}"><title>${escapeHtml(title)}</title>` +
    `${styles.map((style) => `<style>${style}</style>`).join("")}</head>` +
    `<body>${body}${scripts.map((script) => `<script>${script}</script>`).join("")}</body></html>\n`;
  const contentSecurityPolicy = [
    "default-src 'none'",
    "font-src 'self'",
    `style-src ${allowed(styles)}`,
    ...(scripts.length === 0 ? [] : [`script-src ${allowed(scripts)}`]),
    "base-uri 'none'",
    `frame-ancestors ${frameAncestors.length === 0 ? "'none'" : frameAncestors.join(" ")}`,
    ...directives,
  ].join("; ");
  return { html, contentSecurityPolicy, isIndexed };
}

const hashes = new Map<string, string>();

/** Returns the source list of a policy that allows these texts. */
function allowed(texts: readonly string[]): string {
  return texts.map((text) => `'${hashOf(text)}'`).join(" ");
}

function hashOf(text: string): string {
  const known = hashes.get(text);
  if (known !== undefined) return known;
  const hash = `sha256-${createHash("sha256").update(text).digest("base64")}`;
  hashes.set(text, hash);
  return hash;
}

export const tideMark = `<svg viewBox="0 0 20 20" fill="none" stroke="currentColor" stroke-width="1.6" stroke-linecap="round" aria-hidden="true"><path d="M2 8c1.3-1.7 2.7-1.7 4 0s2.7 1.7 4 0 2.7-1.7 4 0 2.7 1.7 4 0"/><path d="M4 13c1-1.3 2-1.3 3 0s2 1.3 3 0 2-1.3 3 0 2 1.3 3 0"/></svg>`;
export const tideLine = `<svg viewBox="0 0 112 28" fill="none" stroke="currentColor" stroke-width="1.5" stroke-linecap="round" aria-hidden="true"><path d="M2 14c9-8 18-8 27 0s18 8 27 0 18-8 27 0 18 8 27 0"/></svg>`;
/** Inline, because a browser would otherwise request a default icon. */
const icon = `data:image/svg+xml,${encodeURIComponent(tideMark.replace("<svg ", `<svg xmlns="http://www.w3.org/2000/svg" `).replace("currentColor", "#1b6a63"))}`;
