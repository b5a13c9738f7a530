/** Marks that could mean something in the words of a link or an image. */
const marks = /[\\[\]*`<&$|]|_(?![\p{L}\p{N}])|(?<![\p{L}\p{N}])_|[~=](?=[~=])|(?<=[~=])[~=]/gu;

/** Words as the text of a Markdown link or image: they read as they are, on one line. */
export function escapeWords(words: string): string {
  return words
    .replaceAll(/\s+/g, " ")
    .trim()
    .replaceAll(marks, String.raw`\$&`);
}

/** What `escapeWords` was given, of what it gave: the words that a reader sees, marks of emphasis apart. */
export function unescapeWords(source: string): string {
  return source.replaceAll(/\\([!-/:-@[-`{-~])/g, "$1");
}
