import type { MarkdownIt as Markdown, StateInline } from "markdown-it";
import { emphasisSides, underscoreSides } from "./extensions/delimiter-sides.ts";
import { QuickInlineState } from "./quick-token.ts";

/** A URL or address written without markup: offsets into the inline text, and its link target. */
type BareLink = { readonly from: number; readonly to: number; readonly href: string };

/**
 * Inline state with the bare links of its text, which are found before the inline rules run. A `#` in
 * `example.com/#part` isn't a tag. A later pass that joined the pieces would find it already parsed as one.
 */
export class LinkAwareState extends QuickInlineState {
  bareLinks: readonly BareLink[] | undefined;

  // Only underscores can't split a word.
  override scanDelims(start: number, canSplitWord: boolean): ReturnType<StateInline["scanDelims"]> {
    const { src, posMax } = this;
    const marker = src.charCodeAt(start);
    let end = start;
    while (end < posMax && src.charCodeAt(end) === marker) end++;
    const sides = canSplitWord ? emphasisSides : underscoreSides;
    const { open, close } = sides(src, start, end, posMax);
    return { can_open: open, can_close: close, length: end - start };
  }
}

// Country domains that are far more often the ending of a file name (README.md, main.rs).
const FILE_ENDINGS = new Set(["md", "mk", "ml", "pl", "ps", "py", "rs", "sh", "so", "cc"]);

/** Detects links without a scheme, except those that a memo rarely means as links. Rule M9. */
export function configureBareLinks(md: Markdown): void {
  md.linkify.set({ fuzzyLink: true });
  md.linkify.tlds((md.linkify.re.opts.tlds ?? []).filter((tld) => !FILE_ENDINGS.has(tld)));
  md.linkify.add("//", null);
}

/** Inline rule: turns a bare link into a link whose text is the link as typed. */
export function bareLinkRule(state: StateInline, silent: boolean): boolean {
  if (state.linkLevel > 0) return false;
  const link = nextBareLink(state);
  if (link?.from !== state.pos || link.to > state.posMax) return false;
  if (!silent) {
    const open = state.push("link_open", "a", 1);
    open.attrs = [["href", link.href]];
    open.markup = "linkify";
    open.info = "auto";
    state.push("text", "", 0).content = state.src.slice(link.from, link.to);
    const close = state.push("link_close", "a", -1);
    close.markup = "linkify";
    close.info = "auto";
  }
  state.pos = link.to;
  return true;
}

/** Characters at which an inline rule may begin or a link label may end. */
const SPECIAL = "\n!#$&*<=@[\\]_`~";
const IS_SPECIAL = Array.from({ length: 128 }, (_, code) =>
  SPECIAL.includes(String.fromCharCode(code)),
);

/** Inline rule: reads plain text up to the next special character or bare link. */
export function textRule(state: StateInline, silent: boolean): boolean {
  const { src, pos, posMax } = state;
  const limit = Math.min(posMax, nextBareLink(state)?.from ?? posMax);
  // A pattern search would look past the limit, again and again in a text full of links.
  let end = pos;
  while (end < limit && IS_SPECIAL[src.charCodeAt(end)] !== true) end++;
  if (end === pos) return false;
  if (!silent) state.pending += src.slice(pos, end);
  state.pos = end;
  return true;
}

/** Returns the first bare link that begins at the current position or after it. */
function nextBareLink(state: StateInline): BareLink | undefined {
  if (!(state instanceof LinkAwareState)) return undefined;
  const links = (state.bareLinks ??= findBareLinks(state.md, state.src));
  let low = 0;
  let high = links.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (links[middle]!.from < state.pos) low = middle + 1;
    else high = middle;
  }
  return links[low];
}

const MAYBE_LINK = /\.[\p{L}\p{N}]|:\/\/|@|mailto:/giu;
/** Characters that no link contains; each ends a link. */
const GAP = /[\p{Z}\p{Cc}]/u;
const NEXT_GAP = new RegExp(GAP, "gu");

/** Returns all bare links of a text, in order, without overlaps. */
function findBareLinks(md: Markdown, text: string): readonly BareLink[] {
  const found: BareLink[] = [];
  for (const { at, word } of wordsWithLinks(text)) {
    for (const { from, to, href } of linksInWord(md, word)) {
      found.push({ from: at + from, to: at + to, href });
    }
  }
  return text.includes("://") ? withGluedLinks(md, text, found) : found;
}

/**
 * Yields the pieces between blanks that may contain a link. Searching for links tries every position of a
 * text, and takes most of the parsing time of a long one.
 */
function* wordsWithLinks(text: string): Generator<{ readonly at: number; readonly word: string }> {
  let end = 0;
  for (;;) {
    MAYBE_LINK.lastIndex = end;
    const sign = MAYBE_LINK.exec(text);
    if (sign === null) return;
    let at = sign.index;
    while (at > end && !GAP.test(text.charAt(at - 1))) at--;
    NEXT_GAP.lastIndex = sign.index;
    end = NEXT_GAP.exec(text)?.index ?? text.length;
    yield { at, word: text.slice(at, end) };
  }
}

const maxKnownWords = 4000;
const maxKnownLength = 500;
const known = new Map<string, readonly BareLink[]>();

/**
 * Returns the links of a word, as offsets within it. Caches them: each keystroke parses the text again, and
 * most of its words are unchanged.
 */
function linksInWord(md: Markdown, word: string): readonly BareLink[] {
  const remembered = known.get(word);
  if (remembered !== undefined) return remembered;
  const links: BareLink[] = [];
  for (const match of md.linkify.match(word) ?? []) addMatch(md, links, word, match);
  if (word.length > maxKnownLength) return links;
  if (known.size === maxKnownWords) known.clear();
  known.set(word, links);
  return links;
}

function addMatch(md: Markdown, into: BareLink[], word: string, match: LinkMatch): void {
  const prefix = match.schema === "" ? "http://" : match.schema === "mailto:" ? "mailto:" : "";
  const address = match.schema === "mailto:" && !/^mailto:/i.test(match.raw);
  // linkify lets an address begin with nearly any character, so it includes the `**` before it.
  const lead = address ? (/^[^\p{L}\p{N}]*/u.exec(match.raw)?.[0].length ?? 0) : 0;
  const scheme = address || match.schema === "" ? prefix : "";
  addLink(md, into, word, { from: match.index + lead, to: match.lastIndex, scheme });
}

type LinkMatch = NonNullable<ReturnType<Markdown["linkify"]["match"]>>[number];

const SCHEME = /(?:https?|ftp):\/\//gi;

/** Adds URLs that follow a letter without a space, as in Chinese or Japanese text. */
function withGluedLinks(md: Markdown, text: string, found: BareLink[]): readonly BareLink[] {
  const glued: BareLink[] = [];
  let next = 0;
  let covered = 0;
  for (const { index } of text.matchAll(SCHEME)) {
    while (next < found.length && found[next]!.from <= index) covered = found[next++]!.to;
    if (index < covered || /[\w.+-]/.test(text[index - 1] ?? "")) continue;
    const match = md.linkify.matchAtStart(text.slice(index));
    if (match === null) continue;
    addLink(md, glued, text, { from: index, to: index + match.lastIndex, scheme: "" });
    covered = glued.at(-1)?.to ?? covered;
  }
  if (glued.length === 0) return found;
  const all = [...found, ...glued].sort((a, b) => a.from - b.from);
  return all.filter((link, at) => at === 0 || link.from >= all[at - 1]!.to);
}

type Candidate = { readonly from: number; readonly to: number; readonly scheme: string };

function addLink(md: Markdown, into: BareLink[], text: string, candidate: Candidate): void {
  // Emphasis and sentence marks at the end belong to the sentence, as in GFM autolinks.
  const raw = text.slice(candidate.from, candidate.to).replace(/[?!.,:*_~]+$/, "");
  const href = md.normalizeLink(candidate.scheme + raw);
  if (raw === "" || !md.validateLink(href)) return;
  into.push({ from: candidate.from, to: candidate.from + raw.length, href });
}
