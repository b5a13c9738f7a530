/** Filenames that aren't titles: dates, numbers, ids and default names. */
const saysNothing =
  /^(?:[\d\s_.:T+-]+|[0-9a-f]{16,}|[0-9a-f-]{36}|untitled.*|index|_index|readme)$/i;

/**
 * Returns the title to add as the first line of a note; null if its text begins with one, or its filename
 * isn't a title. `given` is the title in the front matter.
 */
export function titleOf(stem: string, given: readonly string[], body: string): string | null {
  const [first = ""] = body.trimStart().split("\n", 1);
  const heading = first.startsWith("# ") ? headingWords(first.slice(2)) : null;
  const title = given.join(", ").trim();
  if (title !== "") return heading === title ? null : oneLine(title);
  if (heading !== null) return null;
  const name = stem
    .replace(/^\d{4}-\d{1,2}-\d{1,2}[-_ ]+/, "")
    // Notion appends the id of a page to its name.
    .replace(/ [0-9a-f]{32}$/, "")
    .normalize("NFC");
  return saysNothing.test(name) || name.trim() === "" ? null : oneLine(name);
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
