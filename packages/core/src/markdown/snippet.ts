const MAX_GRAPHEMES = 64;
/**
 * Maximum text to examine, in UTF-16 units. A grapheme cluster can be arbitrarily long, so a limit on
 * clusters alone bounds neither time nor size.
 */
const MAX_UNITS = 2048;

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/** If a text begins with these, each character is a cluster, unless the next one joins the last. */
const ASCII_HEAD = /^[\x20-\x7e]{66}/;
/** Amount of plain prose that determines the snippet, in UTF-16 units. */
const ENOUGH_UNITS = 160;

/** Collects a memo's plain text block by block and cuts it to a snippet. Rules M13 and M13a. */
export class SnippetBuilder {
  #text = "";
  /** Snippet that no further block can change; `null` while open. */
  #settled: string | null = null;

  /** True if further blocks still matter. Callers check it to avoid rendering them. */
  get isOpen(): boolean {
    return this.#settled === null && this.#text.length <= MAX_UNITS;
  }

  add(block: string): void {
    if (this.#settled !== null) return;
    const isAsked = this.#text.length < ENOUGH_UNITS;
    this.#text += ` ${block}`;
    if (isAsked && this.#text.length >= ENOUGH_UNITS) this.#settled = settledSnippet(this.#text);
  }

  /** Returns at most 64 grapheme clusters. Longer text is cut at a word and ends with `" ..."`. */
  build(): string {
    if (this.#settled !== null) return this.#settled;
    const isCut = this.#text.length > MAX_UNITS;
    const text = withSingleBlanks(this.#text.slice(0, MAX_UNITS));
    const ends = clusterEnds(text);
    // The last cluster of a truncated text may be incomplete.
    if (isCut && ends.length <= MAX_GRAPHEMES) ends.pop();
    else if (ends.length <= MAX_GRAPHEMES) return text;
    const end = ends[Math.min(MAX_GRAPHEMES, ends.length) - 1] ?? 0;
    return `${cutAtWord(text, end)} ...`;
  }
}

/**
 * Returns the snippet of every text that begins with this one; null if more text or segmentation is needed.
 */
function settledSnippet(text: string): string | null {
  const head = text
    .slice(0, 2 * ENOUGH_UNITS)
    .replace(/\s+/g, " ")
    .trim();
  return ASCII_HEAD.test(head) ? `${cutAtWord(head, MAX_GRAPHEMES)} ...` : null;
}

/** Collapses white space to single blanks and trims it. The pattern skips single blanks, the usual case. */
function withSingleBlanks(text: string): string {
  return text.replace(/\s{2,}|[^\S ]/g, " ").trim();
}

/** Returns the offsets at which the first clusters of a text end; at most one more than a snippet holds. */
function clusterEnds(text: string): number[] {
  const ends: number[] = [];
  // In ASCII every character is a cluster, unless a combining mark follows the last one examined.
  const ascii = /^[\x20-\x7e]{0,66}/.exec(text)![0];
  if (ascii.length === text.length || ascii.length === 66) {
    const count = Math.min(ascii.length, MAX_GRAPHEMES + 1);
    for (let end = 1; end <= count; end++) ends.push(end);
    return ends;
  }
  for (const { index, segment } of graphemes.segment(text)) {
    ends.push(index + segment.length);
    if (ends.length > MAX_GRAPHEMES) break;
  }
  return ends;
}

/** Text that ends in a script written without spaces; it may be cut after any cluster. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]\p{M}*$/u;

function cutAtWord(text: string, end: number): string {
  const head = text.slice(0, end);
  if (text[end] === " " || text[end] === undefined) return head.trimEnd();
  const space = head.lastIndexOf(" ");
  return space > 0 && !UNSPACED.test(head) ? head.slice(0, space) : head;
}
