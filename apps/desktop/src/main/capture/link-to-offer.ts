/** Maximum length of a copied URL, in UTF-16 units. */
const longest = 2000;

/** Returns the URL if the clipboard text is nothing but one, otherwise null. */
export function linkToOffer(text: string): string | null {
  const link = text.trim();
  if (link.length > longest || !/^https?:\/\/[^\s\p{Cc}<>]+$/iu.test(link)) return null;
  const url = URL.parse(link);
  // Skips URLs with a password: they aren't links to read later.
  return url === null || url.username !== "" || url.password !== "" ? null : link;
}
