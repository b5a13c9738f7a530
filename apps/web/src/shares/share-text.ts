/** Text fields of a share, as another app filled them. */
export interface SharedWords {
  readonly title: string;
  readonly text: string;
  readonly url: string;
}

/**
 * Returns the Markdown of shared words: a link with its title, then the text. Apps fill the fields in different
 * ways: many send the address as the text, or repeat the title in it.
 */
export function shareText(given: SharedWords): string {
  const title = cleaned(given.title).replaceAll(/\s+/g, " ");
  const text = cleaned(given.text);
  const own = webAddress(cleaned(given.url));
  const url = own ?? webAddress(text);
  // An address of another kind is text.
  const other = own === null ? cleaned(given.url) : "";
  const rest = text === url || text === title ? "" : withoutStart(text, title);
  const isInText = url !== null && rest.includes(url);
  const head = url === null || isInText ? title : linkTo(url, title);
  return [head, rest, other].filter((part) => part !== "").join("\n\n");
}

function linkTo(url: string, title: string): string {
  if (title === "" || title === url) return url;
  const target = /[()]/.test(url) ? `<${url}>` : url;
  return `[${title.replaceAll(/[\\[\]]/g, "\\$&")}](${target})`;
}

/** Removes a title that the text repeats as its first line. */
function withoutStart(text: string, title: string): string {
  return title !== "" && text.startsWith(`${title}\n`) ? text.slice(title.length).trim() : text;
}

function webAddress(text: string): string | null {
  if (!/^https?:\/\/[^\s<>]+$/i.test(text)) return null;
  return URL.canParse(text) ? text : null;
}

/** Removes characters that no text has, and space around. */
function cleaned(text: string): string {
  return (
    text
      .replaceAll("\r\n", "\n")
      // oxlint-disable-next-line no-control-regex -- These are the characters to remove.
      .replaceAll(/[\0-\x08\x0b-\x1f\x7f]/g, "")
      .trim()
  );
}
