/** Text to insert, and its position in UTF-16 units. */
export interface Insertion {
  readonly at: number;
  readonly insert: string;
}

/**
 * Returns where to insert a recording's transcript: as a paragraph after the line that names the recording,
 * with that line's indent and quote. If the text doesn't name the recording, the position is its end.
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
  // Without a blank line, the text that follows would join the paragraph.
  const isFollowed = rest.trim() !== "" && rest.trim() !== blank.trim();
  const lines = text.split("\n").map((each) => (each === "" ? blank : lead + each));
  return {
    at: start + line.trimEnd().length,
    insert: ["", blank, ...lines, ...(isFollowed ? [blank] : [])].join("\n"),
  };
}

/**
 * Returns the prefix of following lines of the same block: its quote marks, and spaces for an item's marker.
 */
function leadOf(line: string): string {
  const [quotes = ""] = /^(?:\s*>\s?)*/.exec(line) ?? [];
  const [mark = ""] = /^\s*(?:(?:[-*+]|\d{1,9}[.)])\s+)?/.exec(line.slice(quotes.length)) ?? [];
  return quotes + mark.replaceAll(/\S/g, " ");
}
