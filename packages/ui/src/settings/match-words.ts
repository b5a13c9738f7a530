/** Folds case, accents and width; keeps voiced kana distinct. */
function folded(text: string): string {
  return text
    .normalize("NFKD")
    .replaceAll(/[\u0300-\u036f]/gu, "")
    .normalize("NFC")
    .toLocaleLowerCase();
}

/** Returns true if each typed word is in one of the texts. */
export function hasWords(texts: readonly string[], typed: string): boolean {
  const within = folded(texts.join("\n"));
  return folded(typed)
    .split(/\s+/u)
    .every((word) => within.includes(word));
}
