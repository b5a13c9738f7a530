import { linkWords } from "../../text/rewrite.ts";
import { htmlUnescaped } from "./addresses.ts";

/** File that an HTML element shows. */
export interface ShownFile {
  readonly address: string;
  /** True for a picture, false for what Markdown can only link to. */
  readonly isPicture: boolean;
  /** Words of the picture, with its width. */
  readonly words: string;
}

const attribute =
  /(?<=^|[\s"'/])([a-z-]{1,20})\s{0,20}=\s{0,20}(?:"([^"]{0,4000})"|'([^']{0,4000})'|([^\s"'>]{1,4000}))/gi;

/** Parses the attributes of a tag, with names in lower case. */
export function attributesOf(source: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [, name = "", ...values] of source.matchAll(attribute)) {
    const value = values.find((each) => each !== undefined) ?? "";
    const known = name.toLowerCase();
    if (!found.has(known)) found.set(known, htmlUnescaped(value).trim());
  }
  return found;
}

const tags = /<(img|source|embed|track)\b((?:[^<>"']|"[^"]{0,4000}"|'[^']{0,4000}'){0,4000})>/gi;

/** Returns the files that an element shows by its attributes and by the elements in it, each once. */
export function shownFiles(
  tag: string,
  attributes: ReadonlyMap<string, string>,
  inside: string,
): ShownFile[] {
  const files = ownFiles(tag, attributes);
  for (const [, name = "", source = ""] of inside.matchAll(tags)) {
    const inner = ownFiles(name.toLowerCase(), attributesOf(source), tag);
    // The sources of a picture are other sizes of its image.
    if (tag === "picture" && name.toLowerCase() === "img") files.unshift(...inner);
    else files.push(...inner);
  }
  const seen = new Set<string>();
  return files.filter(({ address }) => {
    if (address === "" || seen.has(address)) return false;
    seen.add(address);
    return true;
  });
}

function ownFiles(tag: string, attributes: ReadonlyMap<string, string>, within = ""): ShownFile[] {
  const of = (name: string): string => attributes.get(name) ?? "";
  const isPicture = tag === "img" || within === "picture";
  const width = /^(\d{1,4})(?:px)?$/.exec(of("width"))?.[1];
  const alt = linkWords(of("alt").replaceAll(/\s+/g, " "));
  const words = isPicture ? `${alt}${width === undefined ? "" : `|${width}`}` : "";
  const main = of(tag === "object" ? "data" : "src") || sizes(of("srcset"));
  const files: ShownFile[] = [{ address: main, isPicture, words }];
  if (tag === "video") files.push({ address: of("poster"), isPicture: true, words: "" });
  return files;
}

/** Returns the first address of a `srcset`. */
function sizes(srcset: string): string {
  return /^[\s,]*([^\s]+?),?(?:\s|$)/.exec(srcset)?.[1] ?? "";
}
