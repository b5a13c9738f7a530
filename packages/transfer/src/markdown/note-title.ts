/** Names that programs give by themselves: ids, and names of a note that has none. */
const saysNothing =
  /^(?:[0-9a-f]{32}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|untitled(?:[-_ ]?\(?\d{1,4}\)?)?)$/i;
/** Names of the note that describes its folder. */
const namesFolder = /^_?(?:index|readme)$/i;

/**
 * Returns the title to add as the first line of a note; null if its text begins with one, or its name isn't
 * a title. `given` is the title in the front matter; `folder` is the name for a note that describes its
 * folder.
 */
export function titleOf(
  stem: string,
  given: readonly string[],
  body: string,
  folder = "",
): string | null {
  const [first = ""] = body.trimStart().split("\n", 1);
  const heading = first.startsWith("# ") ? headingWords(first.slice(2)) : null;
  const title = given.join(", ").trim();
  if (title !== "") return heading === title ? null : oneLine(title);
  if (heading !== null) return null;
  const name = oneLine(withoutPageId(namesFolder.test(stem.trim()) ? folder : stem));
  return saysNothing.test(name) || name === "" ? null : name;
}

/** Removes the id of a page that Notion appends to its name. */
export function withoutPageId(name: string): string {
  return name.replace(/ [0-9a-f]{32}$/, "").normalize("NFC");
}

/** Removes the closing hashes of a heading. */
function headingWords(line: string): string {
  const words = line.trim();
  let end = words.length;
  while (end > 0 && words[end - 1] === "#") end -= 1;
  return end === 0 || /\s/.test(words[end - 1]!) ? words.slice(0, end).trim() : words;
}

function oneLine(words: string): string {
  return words.replaceAll(/\s+/g, " ").trim();
}
