/** What a text gains, and where, in UTF-16 units. */
export interface Insertion {
  readonly at: number;
  readonly insert: string;
}

/**
 * Where a recording's words go: a paragraph of their own behind the line that names the recording, as
 * far in as that line and in the same quote; at the end of a text that does not name it.
 */
export function placeWords(content: string, attachment: string, words: string): Insertion {
  const text = words.replaceAll(/\r\n?/g, "\n").trim();
  const named = content.search(new RegExp(`/file/attachments/${attachment}(?![a-zA-Z0-9-])`));
  if (named < 0) {
    const at = content.trimEnd().length;
    return { at, insert: at === 0 ? text : `\n\n${text}` };
  }
  const start = content.lastIndexOf("\n", named) + 1;
  const next = content.indexOf("\n", named);
  const lineEnd = next < 0 ? content.length : next;
  const line = content.slice(start, lineEnd);
  const lead = leadOf(line);
  const blank = lead.trimEnd();
  const rest = next < 0 ? "" : content.slice(next + 1).split("\n", 1)[0]!;
  // Without a line between them what follows would be part of the same paragraph.
  const isFollowed = rest.trim() !== "" && rest.trim() !== blank.trim();
  const lines = text.split("\n").map((each) => (each === "" ? blank : lead + each));
  return {
    at: start + line.trimEnd().length,
    insert: ["", blank, ...lines, ...(isFollowed ? [blank] : [])].join("\n"),
  };
}

/** What the following lines of the same block begin with: its quotes, and blanks for an item's mark. */
function leadOf(line: string): string {
  const [quotes = ""] = /^(?:\s*>\s?)*/.exec(line) ?? [];
  const [mark = ""] = /^\s*(?:(?:[-*+]|\d{1,9}[.)])\s+)?/.exec(line.slice(quotes.length)) ?? [];
  return quotes + mark.replaceAll(/\S/g, " ");
}
