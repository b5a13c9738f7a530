/**
 * Between ADR 0090 and ADR 0096 a device stored a title or a snippet as its place in the content:
 * `" 2 64."`, from where, how many UTF-16 units, and a dot where `" ..."` follows. Each run of white
 * space there is read as one blank. A derived text never begins with a blank.
 */

/** Parts end within this number of UTF-16 units of the content, so reading one needs only its beginning. */
export const partsEnd = 256;

const partPattern = /^ (\d+) (\d+)(\.?)$/;

/** Returns the text that a column of a row with such a content stands for. */
export function fromPart(stored: string, content: string): string {
  const match = stored.startsWith(" ") ? partPattern.exec(stored) : null;
  if (match === null) return stored;
  const start = Number(match[1]);
  // Most white space is one blank already.
  const text = content.slice(start, start + Number(match[2])).replace(/\s{2,}|[^\S ]/g, " ");
  return match[3] === "" ? text : `${text} ...`;
}
