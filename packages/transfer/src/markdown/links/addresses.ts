import { decodeHTMLAttribute, decodeHTMLStrict } from "entities";

/** Address in a note. */
export interface WrittenAddress {
  /** Address with escapes and entities resolved. */
  readonly address: string;
  /** Address as written, for paths with the backslashes of Windows. */
  readonly raw: string;
  /** True if the note shows the target, instead of linking to it. */
  readonly isShown: boolean;
}

const escapedOrEntity = /\\([!-/:-@[-`{-~])|&(?:#x?[0-9a-f]{1,8}|[a-z][a-z0-9]{1,40});/gi;

/** Resolves backslash escapes and entities as CommonMark does. */
export function unescaped(text: string): string {
  return text.replaceAll(
    escapedOrEntity,
    (whole, character: string | undefined) => character ?? decodeHTMLStrict(whole),
  );
}

export function htmlUnescaped(text: string): string {
  return text.includes("&") ? decodeHTMLAttribute(text) : text;
}

/** Returns true if an address names something outside of the source: it has a scheme or a host. */
export function isElsewhere(address: string): boolean {
  if (/^[a-z]:[\\/]/i.test(address) || /^file:/i.test(address)) return false;
  return /^[a-z][a-z0-9+.-]*:/i.test(address) || /^[\\/]{2}/.test(address);
}

/**
 * Returns the paths that an address may mean, the likeliest first: percent-decoded or literal, with `#` and
 * `?` as letters of the name or as the end of the path. `\` separates folders on Windows. `top` is the name
 * of the source's folder, which an absolute path may contain.
 */
export function pathsOf({ address, raw }: Omit<WrittenAddress, "isShown">, top: string): string[] {
  if (isElsewhere(address)) return [];
  const paths = new Set<string>();
  for (const form of [address, raw.replaceAll("\\", "/")]) {
    const plain = form.trim().replace(/^file:\/{0,3}(?=\/|[a-z]:)/i, "");
    const cut = plain.split(/[?#]/, 1)[0] ?? "";
    for (const path of [decoded(plain), plain, decoded(cut), cut]) {
      if (path === "") continue;
      paths.add(path);
      const inside = path.lastIndexOf(`/${top}/`);
      if (inside >= 0 && /^(?:\/|[a-z]:)/i.test(path))
        paths.add(path.slice(inside + top.length + 1));
    }
  }
  return [...paths];
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** Endings of files that notes link to as attachments; other links may lead to pages of a site. */
const attachment =
  /\.(?:png|jpe?g|gif|webp|avif|bmp|svg|heic|tiff?|mp[34]|m4[av]|wav|ogg|oga|ogv|opus|flac|3gp|webm|mov|mkv|avi|pdf|epub|docx?|xlsx?|pptx?|od[tspg]|rtf|csv|zip|7z|rar|gz|tar)$/i;

/**
 * Returns the name of a file that a note shows or links to, to be reported if it is missing; null if the
 * address may be something else: a place in the note, a page of a site, or a template's variable.
 */
export function missingName({ address, isShown }: WrittenAddress): string | null {
  if (address === "" || isElsewhere(address) || /^[#?]|\{[{%]/.test(address)) return null;
  return isShown || attachment.test(address.split(/[?#]/, 1)[0] ?? "") ? address : null;
}
