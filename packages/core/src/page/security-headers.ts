import type { FramedPage } from "./framed-pages.ts";

/**
 * Returns the content security policy of the page and its workers, in our window and in browsers. The page may
 * load its own files and nothing else from the network. Inline styles are allowed because the editor, dialogs
 * and rendered Markdown position elements with them; inline scripts aren't. `compilesWasm`: a worker of the
 * page compiles SQLite.
 */
export function contentSecurityPolicy({ compilesWasm = false } = {}): string {
  return [
    "default-src 'none'",
    `script-src 'self'${compilesWasm ? " 'wasm-unsafe-eval'" : ""}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    // Only pages in framed-pages.ts can be framed; all others send `frame-ancestors 'none'`.
    "frame-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}

/** Headers of every response from the page's origin. */
export const securityHeaders: Readonly<Record<string, string>> = {
  "content-security-policy": contentSecurityPolicy(),
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "referrer-policy": "no-referrer",
  // Host names of links are resolved only when a link is followed.
  "x-dns-prefetch-control": "off",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  // The browser or the system still asks before recording.
  "permissions-policy": "camera=(), geolocation=(), microphone=(self), payment=(), usb=()",
};

/** Returns the headers of a framed page, instead of `securityHeaders`. */
export function framedHeaders({
  contentSecurityPolicy: policy,
}: FramedPage): Record<string, string> {
  return {
    ...securityHeaders,
    "content-security-policy": policy,
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "x-frame-options": "SAMEORIGIN",
    "content-type": "text/html; charset=utf-8",
    "cache-control": "no-store",
  };
}
