import type { FramedPage } from "./framed-pages.ts";

/**
 * What the page may load, the same in a window of ours and in a browser: its own files and nothing
 * from the network. Inline styles are allowed because editor, dialogs and rendered Markdown position
 * things with them; there is no inline script.
 */
export const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "media-src 'self' blob:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  // Nothing but framed-pages.ts may be framed: what else there is refuses it.
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** Sent with everything that the page's origin answers. */
export const securityHeaders: Readonly<Record<string, string>> = {
  "content-security-policy": contentSecurityPolicy,
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "referrer-policy": "no-referrer",
  // The names of hosts that a text links to are asked for when somebody follows a link, not before.
  "x-dns-prefetch-control": "off",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  // Who records is asked for the microphone, by the browser or the system.
  "permissions-policy": "camera=(), geolocation=(), microphone=(self), payment=(), usb=()",
};

/** Sent with a page that is framed, in place of those above. */
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
