const MAX_GRAPHEMES = 64;
/**
 * How much text is looked at. One grapheme cluster may be as long as its writer likes, so that a
 * count of clusters alone would bound neither time nor size.
 */
const MAX_UNITS = 2048;

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/** In a text of these and nothing else each character is a cluster, if none follows that joins the last. */
const ASCII_HEAD = /^[\x20-\x7e]{66}/;
/** Of plain prose this much says what the snippet is. */
const ENOUGH_UNITS = 160;

/** Gathers a memo's plain text block by block and cuts it to a snippet. Rule M13. */
export class SnippetBuilder {
  #text = "";
  /** What no further block can change. */
  #settled: string | null = null;

  /** Whether further blocks still matter. Asking saves making their text. */
  get isOpen(): boolean {
    return this.#settled === null && this.#text.length <= MAX_UNITS;
  }

  add(block: string): void {
    if (this.#settled !== null) return;
    const isAsked = this.#text.length < ENOUGH_UNITS;
    this.#text += ` ${block}`;
    if (isAsked && this.#text.length >= ENOUGH_UNITS) this.#settled = settledSnippet(this.#text);
  }

  /** At most 64 grapheme clusters; where there was more, cut at a word and ended with `" ..."`. */
  build(): string {
    if (this.#settled !== null) return this.#settled;
    const isCut = this.#text.length > MAX_UNITS;
    const text = withSingleBlanks(this.#text.slice(0, MAX_UNITS));
    const ends = clusterEnds(text);
    // The last cluster of a text cut by its size may be half a cluster.
    if (isCut && ends.length <= MAX_GRAPHEMES) ends.pop();
    else if (ends.length <= MAX_GRAPHEMES) return text;
    const end = ends[Math.min(MAX_GRAPHEMES, ends.length) - 1] ?? 0;
    return `${cutAtWord(text, end)} ...`;
  }
}

/** The snippet of every text that begins so; null when more of it, or another way, is needed. */
function settledSnippet(text: string): string | null {
  const head = text
    .slice(0, 2 * ENOUGH_UNITS)
    .replace(/\s+/g, " ")
    .trim();
  return ASCII_HEAD.test(head) ? `${cutAtWord(head, MAX_GRAPHEMES)} ...` : null;
}

/** White space as single blanks, none at the ends. Most of it is already. */
function withSingleBlanks(text: string): string {
  return text.replace(/\s{2,}|[^\S ]/g, " ").trim();
}

/** Offsets at which the first clusters of a text end; at most one more than a snippet holds. */
function clusterEnds(text: string): number[] {
  const ends: number[] = [];
  // In ASCII every character is a cluster, if no combining mark follows the last one looked at.
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

/** The end of a text in a script that is written without spaces; it may be cut after any cluster. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]\p{M}*$/u;

function cutAtWord(text: string, end: number): string {
  const head = text.slice(0, end);
  if (text[end] === " " || text[end] === undefined) return head.trimEnd();
  const space = head.lastIndexOf(" ");
  return space > 0 && !UNSPACED.test(head) ? head.slice(0, space) : head;
}
