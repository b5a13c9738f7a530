import type { TextPart } from "../model.ts";
import { linkWords, rewriteProse } from "../text/rewrite.ts";

/** Target of an address in a note: another note, a file, or nothing in the source. */
export type Target =
  | { readonly to: "memo" | "file"; readonly key: string }
  | { readonly to: "nothing" };

const destination = String.raw`(?<dest><[^<>\n]*>|[^\s()<>]*(?:\([^\s()]*\)[^\s()]*)*)`;
const title = String.raw`(?<title>[ \t]{1,9}(?:"[^"\n]*"|'[^'\n]*'))?`;
// Unambiguous, and escaped brackets don't open a label: an unterminated label is tried only once, not from
// each of its brackets and not in several ways.
const unescaped = String.raw`(?<=(?:^|[^\\])(?:\\\\)*!?\[)`;
const inParentheses = String.raw`\([^()\n]*\)`;
const inner = String.raw`\[(?:\\.|[^\[\]\\])*\](?:${inParentheses}|(?!${inParentheses}))`;
const label = String.raw`(?<label>!?\[${unescaped}(?:\\.|[^\[\]\\]|${inner})*\])`;

/** `[words](address)`, `![words](address "title")`. */
const link = String.raw`${label}\(\s{0,9}${destination}${title}\s{0,9}\)`;
/** `[name]: address` at the beginning of a line. */
const definition = String.raw`(?<=^|\n)(?<name> {0,3}\[[^\]\n]+\]:[ \t]*)(?<there><[^<>\n]*>|\S+)`;
/** HTML images, which the app would show as text. */
const image = String.raw`<img\b(?<attributes>[^<>]*?)\/?>`;
/** `[[name]]`, `![[name#part|words]]`. */
const wiki = String.raw`(?<embed>!?)\[\[(?<inside>[^\[\]\n]+?)\]\]`;

const everything = new RegExp(`${wiki}|${link}|${definition}|${image}`, "g");

export interface NoteLinks {
  /** Returns the target of a link's address. */
  address(address: string): Target;
  /** Returns the parts that replace `[[…]]`, or null to leave the text unchanged. */
  wiki(inside: string, isEmbed: boolean): readonly TextPart[] | null;
}

/** Splits a text into parts, with each address of a note or a file of the same source as its own part. */
export function noteParts(text: string, links: NoteLinks): TextPart[] {
  return rewriteProse(text, everything, (match) => {
    const groups = match.groups ?? {};
    const { inside, label: words, name, attributes } = groups;
    if (inside !== undefined) return links.wiki(inside, groups["embed"] === "!");
    if (words !== undefined) {
      const address = bare(groups["dest"] ?? "");
      const part = partOf(links.address(address), address);
      if (part !== null) return [...noteLabel(words, links), "(", part, groups["title"] ?? "", ")"];
      const inner = noteLabel(words, links);
      return inner.every((each) => typeof each === "string")
        ? null
        : [...inner, match[0].slice(words.length)];
    }
    if (name !== undefined) {
      const address = bare(groups["there"] ?? "");
      const part = partOf(links.address(address), address);
      return part === null ? null : [name, part];
    }
    return attributes === undefined ? null : imageParts(attributes, links);
  });
}

/** Splits a label that is itself an image, as in a linked image. */
function noteLabel(words: string, links: NoteLinks): TextPart[] {
  if (!words.startsWith("[![")) return [words];
  return ["[", ...noteParts(words.slice(1, -1), links), "]"];
}

function imageParts(attributes: string, links: NoteLinks): readonly TextPart[] | null {
  const attribute = (name: string): string =>
    new RegExp(`(?:^|\\s)${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, "i")
      .exec(attributes)
      ?.slice(1)
      .find((value) => value !== undefined) ?? "";
  const address = attribute("src");
  const part = partOf(links.address(address), address);
  if (part === null) return null;
  const width = /^\d{1,4}$/.exec(attribute("width"))?.[0];
  const alt = linkWords(attribute("alt"));
  return [`![${alt}${width === undefined ? "" : `|${width}`}](`, part, ")"];
}

function partOf(target: Target, otherwise: string): TextPart | null {
  return target.to === "nothing" ? null : { ...target, otherwise: asAddress(otherwise) };
}

function bare(address: string): string {
  return address.startsWith("<") ? address.slice(1, -1) : address;
}

/** Puts an address with blanks or parentheses in angle brackets. */
function asAddress(address: string): string {
  return /[\s()]/.test(address) ? `<${address}>` : address;
}
