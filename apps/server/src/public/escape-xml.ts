/** Characters that XML 1.0 forbids, even as references: a parser refuses the whole document. */
// eslint-disable-next-line no-control-regex
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;
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
