/**
 * A device's file stores the position of title and snippet in the content instead of repeating them. `" 2
 * 64."` is the start, the number of UTF-16 units, and a dot if `" ..."` follows. Each run of white space in
 * the part is read as one space. Derived texts never begin with a space, which distinguishes these parts from
 * whole texts, as servers and earlier versions store them. Both sides read both forms.
 */

/** Parts end within this number of UTF-16 units of the content, so reading one needs only its beginning. */
export const partsEnd = 256;

const partPattern = /^ (\d+) (\d+)(\.?)$/;
const cutEnd = " ...";
/** Number of characters of a text, up to its first space, to search for in the content. */
const lookedFor = 12;

/**
 * Returns the stored form of a derived text on a device: a part of the content, if there is one and that is
 * shorter.
 */
export function toPart(text: string, content: string): string {
  if (text.length <= 8) return text;
  const isCut = text.endsWith(cutEnd);
  const body = isCut ? text.slice(0, -cutEnd.length) : text;
  const [word = ""] = body.slice(0, lookedFor).split(" ", 1);
  if (word === "" || body.length > partsEnd) return text;
  const beginning = content.slice(0, partsEnd);
  for (let start = beginning.indexOf(word); start >= 0;) {
    const length = lengthOf(body, beginning, start);
    const part = ` ${start} ${length}${isCut ? "." : ""}`;
    if (length > 0) return part.length < text.length ? part : text;
    start = beginning.indexOf(word, start + 1);
  }
  return text;
}

/** Returns the text for a stored column and the row's content. */
export function fromPart(stored: string, content: string): string {
  const match = stored.startsWith(" ") ? partPattern.exec(stored) : null;
  if (match === null) return stored;
  const start = Number(match[1]);
  return readAt(content, start, start + Number(match[2])) + (match[3] === "" ? "" : cutEnd);
}

function readAt(content: string, start: number, end: number): string {
  // Most white space is a single space already.
  return content.slice(start, end).replace(/\s{2,}|[^\S ]/g, " ");
}

/** Returns the length of the part of `content` from `start` that reads as `body`; 0 if it differs. */
function lengthOf(body: string, content: string, start: number): number {
  if (content.startsWith(body, start)) return body.length;
  let end = start + body.length;
  while (end <= content.length) {
    const read = readAt(content, start, end);
    if (read.length >= body.length) return read === body ? end - start : 0;
    end += body.length - read.length;
  }
  return 0;
}
