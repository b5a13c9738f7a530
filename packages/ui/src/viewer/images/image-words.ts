/** Characters that could be syntax in the text of a link or an image. */
const marks = /[\\[\]*`<&$|]|_(?![\p{L}\p{N}])|(?<![\p{L}\p{N}])_|[~=](?=[~=])|(?<=[~=])[~=]/gu;

/** Escapes a text for a Markdown link or image: it is shown unchanged, on one line. */
export function escapeWords(words: string): string {
  return words
    .replaceAll(/\s+/g, " ")
    .trim()
    .replaceAll(marks, String.raw`\$&`);
}

/** Reverts `escapeWords`: returns the text that a reader sees, except for emphasis. */
export function unescapeWords(source: string): string {
  return source.replaceAll(/\\([!-/:-@[-`{-~])/g, "$1");
}
