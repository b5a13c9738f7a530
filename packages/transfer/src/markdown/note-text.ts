import { codeRanges } from "@tidemark/core/markdown";
import type { TextPart } from "../model.ts";
import { linkWords } from "../text/rewrite.ts";
import { htmlUnescaped, unescaped, type WrittenAddress } from "./links/addresses.ts";
import {
  type Destination,
  readDefinition,
  readDestination,
  readLooseDestination,
} from "./links/destination.ts";
import { attributesOf, shownFiles } from "./links/html-elements.ts";

/** Target of an address in a note: another note, a file, or nothing in the source. */
export type Target =
  | { readonly to: "memo" | "file"; readonly key: string }
  | { readonly to: "nothing" };

export interface NoteLinks {
  /** Returns the target of a link's address, which is given without escapes, and as it was written. */
  address(address: string, written: WrittenAddress): Target;
  /** Returns the parts that replace `[[…]]`, or null to leave the text unchanged. */
  wiki(inside: string, isEmbed: boolean): readonly TextPart[] | null;
  /** Called for each address without a target. */
  missing?(written: WrittenAddress): void;
  /**
   * True for notes of other programs: blanks in addresses are allowed, and all HTML that shows a file becomes
   * Markdown, not only images.
   */
  readonly isForeign?: boolean;
}

/** Splits a text into parts, with each address of a note or a file of the same source as its own part. */
export function noteParts(text: string, links: NoteLinks): TextPart[] {
  return new NoteReader(text, links).read();
}

const attributes = String.raw`(?<attributes>(?:[^<>"']|"[^"]{0,4000}"|'[^']{0,4000}'){0,4000})`;
/**
 * Pieces of a text that matter to its links. Each is unambiguous and bounded, so that a text of a million
 * brackets takes linear time.
 */
const pieces = [
  String.raw`\\[!-/:-@[-${"`"}{-~]`,
  String.raw`(?<embed>!?)\[\[(?<inside>[^\[\]\n]+)\]\]`,
  String.raw`!?\[`,
  String.raw`\]`,
  "(?<comment><!--)",
  String.raw`<(?<tag>img|video|audio|picture|object|source|embed|iframe|a)(?=[\s/>])${attributes}>`,
  String.raw`(?<anchorEnd></a\s{0,9}>)`,
  String.raw`\{\{(?<macro>video|audio|pdf|image|img|file|embed) (?<of>[^{}\n]+)\}\}`,
  String.raw`(?<gap>\n[ \t]{0,100}(?=\n))`,
].join("|");

/** Size of an image in Logseq, behind it. */
const logseqSize = /\{:(?:(?:height|width) \d{1,5}(?:\.\d+)?,? ?:?){1,2}\}/y;

class NoteReader {
  readonly #text: string;
  readonly #links: NoteLinks;
  readonly #pieces = new RegExp(pieces, "gi");
  readonly #parts: TextPart[] = [];
  /** Offset of the text that isn't in `#parts` yet. */
  #done = 0;
  /** Offsets of open brackets in the paragraph. */
  #open: { readonly at: number; readonly isImage: boolean }[] = [];
  /** Parts that replace the end of each open `<a>`; null leaves it. */
  #anchors: (readonly TextPart[] | null)[] = [];
  /** Offsets at which closing tags were found last; −1 if none follows. */
  readonly #closings = new Map<string, number>();
  readonly #isForeign: boolean;

  constructor(text: string, links: NoteLinks) {
    this.#text = text;
    this.#links = links;
    this.#isForeign = links.isForeign === true;
  }

  read(): TextPart[] {
    const text = this.#text;
    const code = codeRanges(text);
    let range = 0;
    for (;;) {
      const match = this.#pieces.exec(text);
      if (match === null) break;
      while (range < code.length && code[range]!.to <= match.index) range += 1;
      const inside = code[range];
      if (inside !== undefined && inside.from <= match.index) this.#goOn(inside.to);
      else this.#piece(match);
    }
    if (this.#done < text.length) this.#parts.push(text.slice(this.#done));
    return this.#parts;
  }

  #goOn(at: number): void {
    this.#pieces.lastIndex = at;
  }

  #piece(match: RegExpExecArray): void {
    const { index, groups = {} } = match;
    const [piece] = match;
    if (groups["inside"] !== undefined) this.#wiki(match, groups["inside"]);
    else if (piece === "[" || piece === "![") {
      this.#open.push({ at: index, isImage: piece === "![" });
    } else if (piece === "]") this.#bracket(index);
    else if (groups["gap"] !== undefined) this.#open = [];
    else if (groups["comment"] !== undefined) this.#goOn(this.#next("-->", index) ?? index + 4);
    else if (groups["tag"] !== undefined) this.#element(match, groups["tag"]);
    else if (groups["anchorEnd"] !== undefined) {
      const put = this.#anchors.pop() ?? null;
      if (put !== null) this.#replace(index, index + piece.length, put);
    } else if (groups["macro"] !== undefined && this.#isForeign)
      this.#macro(match, groups["of"] ?? "");
  }

  /** Replaces a range of the text by parts. */
  #replace(from: number, to: number, parts: readonly TextPart[]): void {
    if (from > this.#done) this.#parts.push(this.#text.slice(this.#done, from));
    for (const part of parts) if (part !== "") this.#parts.push(part);
    this.#done = to;
  }

  #wiki({ 0: whole, index, groups }: RegExpExecArray, inside: string): void {
    const isEmbed = groups?.["embed"] === "!";
    const put = this.#links.wiki(inside, isEmbed);
    if (put !== null) return this.#replace(index, index + whole.length, put);
    // Two brackets of Markdown: `[[1]](address)`.
    this.#open.push({ at: index, isImage: isEmbed });
    this.#open.push({ at: index + (isEmbed ? 2 : 1), isImage: false });
    this.#goOn(index + (isEmbed ? 3 : 2));
  }

  /** Reads the destination behind a closing bracket. */
  #bracket(at: number): void {
    const open = this.#open.pop();
    if (open === undefined) return;
    const next = this.#text[at + 1];
    if (next === ":") return this.#definition(open.at, at + 2);
    if (next !== "(") return;
    const strict = readDestination(this.#text, at + 1);
    const loose = this.#isForeign ? readLooseDestination(this.#text, at + 1) : null;
    if (strict !== null && this.#link(open, at, strict)) return;
    if (loose !== null && loose.raw !== strict?.raw && this.#link(open, at, loose)) return;
    if (strict !== null) this.#goOn(strict.end);
    const isPath = loose !== null && /^[^<>]*\.\w{1,5}$/.test(loose.raw);
    const missed = strict ?? (isPath ? loose : null);
    if (missed !== null) this.#links.missing?.(writtenAs(missed.raw, open.isImage));
  }

  /** Replaces the destination of a link. Returns false if its target isn't in the source. */
  #link(
    open: { readonly at: number; readonly isImage: boolean },
    at: number,
    found: Destination,
  ): boolean {
    const { raw, from, to, end } = found;
    const target = this.#target(writtenAs(raw, open.isImage));
    if (target.to === "nothing") return false;
    // A note can be linked to, but not shown.
    if (this.#isForeign && open.isImage && target.to === "memo" && this.#done <= open.at) {
      this.#replace(open.at, open.at + 1, []);
    }
    const part = { ...target, otherwise: this.#text.slice(from, to) };
    const size = this.#isForeign && open.isImage ? this.#logseqSize(end) : "";
    const width = /width (\d+)/.exec(size)?.[1];
    if (width !== undefined && !/\|\d+$/.test(this.#text.slice(open.at, at))) {
      this.#replace(at, at, [`|${width}`]);
    }
    this.#replace(from, to, [part]);
    if (size !== "") this.#replace(end, end + size.length, []);
    this.#goOn(end + size.length);
    return true;
  }

  #logseqSize(at: number): string {
    logseqSize.lastIndex = at;
    return logseqSize.exec(this.#text)?.[0] ?? "";
  }

  #definition(open: number, at: number): void {
    // A definition begins its line, behind marks of quotes and lists.
    const near = this.#text.slice(Math.max(0, open - 200), open);
    const isLineNear = near.includes("\n") || near.length === open;
    const before = near.slice(near.lastIndexOf("\n") + 1);
    if (!isLineNear || !/^(?:[ \t]*(?:>|[-*+]|\d{1,9}[.)]))*[ \t]*$/.test(before)) return;
    if (this.#text[open + 1] === "^") return;
    const found = readDefinition(this.#text, at);
    if (found === null) return;
    const { raw, from, to } = found;
    const written = writtenAs(raw, false);
    const target = this.#target(written);
    if (target.to === "nothing") return this.#links.missing?.(written);
    this.#replace(from, to, [{ ...target, otherwise: this.#text.slice(from, to) }]);
    this.#goOn(to);
  }

  #target(written: WrittenAddress): Target {
    return this.#links.address(written.address, written);
  }

  /** Returns the offset of the next `closing` text, or null if there is none. */
  #next(closing: string, from: number): number | null {
    let at = this.#closings.get(closing);
    if (at === undefined || (at >= 0 && at < from)) {
      at = this.#text.indexOf(closing, from);
      this.#closings.set(closing, at);
    }
    return at < 0 ? null : at;
  }

  #element({ 0: whole, index, groups }: RegExpExecArray, written: string): void {
    const tag = written.toLowerCase();
    const given = attributesOf(groups?.["attributes"] ?? "");
    const end = index + whole.length;
    if (tag === "img") return this.#shown(index, end, tag, given, "");
    if (!this.#isForeign) return;
    if (tag === "a") return this.#anchor(index, end, given.get("href") ?? "");
    const closing = `</${written}>`;
    const isEmpty = tag === "source" || tag === "embed" || whole.endsWith("/>");
    const closed = isEmpty ? null : this.#next(closing, end);
    const inside = closed === null ? "" : this.#text.slice(end, closed);
    this.#shown(index, closed === null ? end : closed + closing.length, tag, given, inside);
  }

  /** Replaces an element by what it shows. */
  #shown(
    from: number,
    to: number,
    tag: string,
    given: ReadonlyMap<string, string>,
    inside: string,
  ): void {
    const found = shownFiles(tag, given, inside).flatMap(({ address, isPicture, words }) => {
      const target = this.#html(address, true);
      if (target.to === "nothing") return [];
      const label = isPicture ? words : linkWords(address.slice(address.lastIndexOf("/") + 1));
      const isImage = isPicture && (target.to === "file" || !this.#isForeign);
      const mark = isImage ? "!" : "";
      return [[`${mark}[${label}](`, { ...target, otherwise: asAddress(address) }, ")"] as const];
    });
    if (found.length === 0) return;
    const parts = found.flatMap((each, at) => (at === 0 ? [...each] : [" ", ...each]));
    this.#replace(from, to, tag === "picture" ? found[0]! : parts);
    this.#goOn(to);
  }

  #html(address: string, isShown: boolean): Target {
    if (address === "") return { to: "nothing" };
    const written = { address, raw: address, isShown };
    const target = this.#target(written);
    if (target.to === "nothing") this.#links.missing?.(written);
    return target;
  }

  #anchor(from: number, to: number, address: string): void {
    const target = this.#next("</a", to) === null ? null : this.#html(address, false);
    if (target === null || target.to === "nothing") return void this.#anchors.push(null);
    this.#replace(from, to, ["["]);
    this.#anchors.push(["](", { ...target, otherwise: asAddress(address) }, ")"]);
  }

  /** Replaces a macro of Logseq: `{{video ../assets/film.mp4}}`. */
  #macro({ 0: whole, index }: RegExpExecArray, of: string): void {
    const address = of.trim();
    const [, page] = /^\[\[([^[\]\n]+)\]\]$/.exec(address) ?? [];
    const end = index + whole.length;
    if (page !== undefined) {
      const put = this.#links.wiki(page, true);
      if (put !== null) this.#replace(index, end, put);
      return;
    }
    if (address.startsWith("((")) return;
    const target = this.#html(htmlUnescaped(address), true);
    if (target.to === "nothing") return;
    const label = linkWords(address.slice(address.lastIndexOf("/") + 1));
    this.#replace(index, end, [`[${label}](`, { ...target, otherwise: asAddress(address) }, ")"]);
  }
}

function writtenAs(raw: string, isShown: boolean): WrittenAddress {
  return { address: unescaped(raw), raw, isShown };
}

/** Puts an address with blanks or parentheses in angle brackets. */
function asAddress(address: string): string {
  return /[\s()]/.test(address) ? `<${address}>` : address;
}
