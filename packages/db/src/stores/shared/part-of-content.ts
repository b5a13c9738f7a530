/**
 * A device's file says of the title and of the snippet where they stand in the content, instead of
 * repeating them: `" 2 64."`, from where, how many UTF-16 units, and a dot where `" ..."` follows. Each
 * run of white space there is read as one blank. What is derived never begins with a blank, so that
 * whole texts, which servers and earlier versions store, are told from these. Every side reads both.
 */

/** Parts end within so many UTF-16 units of the content: no more of it is needed to read one. */
export const partsEnd = 256;

const partPattern = /^ (\d+) (\d+)(\.?)$/;
const cutEnd = " ...";
/** So much of a text is looked for in the content. */
const lookedFor = 12;

/** How a device stores a text that was derived of a content: as a part of it, where it is one and that is shorter. */
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

/** The text that a column of a row with such a content stands for. */
export function fromPart(stored: string, content: string): string {
  const match = stored.startsWith(" ") ? partPattern.exec(stored) : null;
  if (match === null) return stored;
  const start = Number(match[1]);
  return readAt(content, start, start + Number(match[2])) + (match[3] === "" ? "" : cutEnd);
}

function readAt(content: string, start: number, end: number): string {
  // Most white space is one blank already.
  return content.slice(start, end).replace(/\s{2,}|[^\S ]/g, " ");
}

/** How much of the content reads as `body`, from `start` on; 0 where it goes on otherwise. */
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
