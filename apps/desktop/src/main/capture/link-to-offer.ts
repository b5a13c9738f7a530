/** As long as an address that somebody copied is, in UTF-16 units. */
const longest = 2000;

/** The address that a text on the clipboard is, if it is one and nothing else. */
export function linkToOffer(text: string): string | null {
  const link = text.trim();
  if (link.length > longest || !/^https?:\/\/[^\s\p{Cc}<>]+$/iu.test(link)) return null;
  const url = URL.parse(link);
  // What holds a password is no link that somebody wants to read again.
  return url === null || url.username !== "" || url.password !== "" ? null : link;
}
