/**
 * Normalises a memo's text for storage: CRLF and CR become LF, U+0000 and lone surrogates become U+FFFD.
 * Idempotent; returns normalised text unchanged. Rule M1.
 */
export function normaliseText(content: string): string {
  const lines = content.includes("\r") ? content.replace(/\r\n?/g, "\n") : content;
  return lines.replaceAll("\0", "\uFFFD").toWellFormed();
}
