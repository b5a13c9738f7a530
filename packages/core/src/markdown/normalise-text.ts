/**
 * Brings a memo's text into the form in which it is stored: CRLF and CR become LF, U+0000 and lone
 * surrogates become U+FFFD. Text already in that form comes back as the same string; running it
 * twice changes nothing more. Rule M1.
 */
export function normaliseText(content: string): string {
  const lines = content.includes("\r") ? content.replace(/\r\n?/g, "\n") : content;
  return lines.replaceAll("\0", "\uFFFD").toWellFormed();
}
