/** Without regard to case, accents and widths; voiced kana stay apart from others. */
function folded(text: string): string {
  return text
    .normalize("NFKD")
    .replaceAll(/[\u0300-\u036f]/gu, "")
    .normalize("NFC")
    .toLocaleLowerCase();
}

/** Whether each of the words that were typed is in one of the texts, or a part of one of theirs. */
export function hasWords(texts: readonly string[], typed: string): boolean {
  const within = folded(texts.join("\n"));
  return folded(typed)
    .split(/\s+/u)
    .every((word) => within.includes(word));
}
