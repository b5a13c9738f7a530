/** Control characters, and those that XML 1.0 forbids even as references: a parser would refuse the whole document. */
const forbidden = /(?![\t\n\r])\p{Cc}|[\ufffe\uffff]/gu;
const escapes: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  // A parser would read it as a line feed.
  "\r": "&#13;",
};

/** Escapes a text for XML, between tags or in a quoted attribute. Leaves out what XML forbids. */
export function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(forbidden, "")
    .replaceAll(/[&<>"\r]/g, (character) => escapes[character]!);
}
