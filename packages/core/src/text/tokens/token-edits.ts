import type { TextEdit } from "./text-edit.ts";
import { isAtomic, type Span, Tokens } from "./tokens.ts";

/** Place where both sides replaced the same text. One reading is in the merged text. */
export interface Clash {
  /** Start of the kept reading in the merged text, in UTF-16 units. */
  readonly at: number;
  /** Text that both replaced. */
  readonly base: string;
  readonly ours: string;
  readonly theirs: string;
}

/** Text between two positions of the base, where the sides' edits overlap. */
interface Cluster {
  readonly from: number;
  readonly to: number;
  readonly ours: readonly TokenEdit[];
  readonly theirs: readonly TokenEdit[];
}

/** Edit of whole tokens, with the edits of letters that it consists of. */
interface TokenEdit extends TextEdit {
  readonly fine: readonly TextEdit[];
}

/** Edits of both sides after what only one of them may decide was decided. */
export interface DecidedEdits {
  readonly ours: readonly TextEdit[];
  readonly theirs: readonly TextEdit[];
  /** Edits that replace both sides' edits of the same tokens. */
  readonly decided: readonly (TextEdit & { readonly readings?: readonly [string, string] })[];
}

type Side = "ours" | "theirs";

/**
 * Decides where both sides replaced the same tokens: one reading replaces both (T3b). Where one side removed
 * tokens that the other changed, the changed tokens stay whole. Small edits of different letters of a word
 * aren't decided, nor insertions. Both lists are in order and disjoint.
 */
export function decideTokens(
  base: string,
  sides: Readonly<Record<Side, { readonly text: string; readonly edits: readonly TextEdit[] }>>,
  prefers: Side,
): DecidedEdits {
  if (sides.ours.edits.length === 0 || sides.theirs.edits.length === 0) {
    return { ours: sides.ours.edits, theirs: sides.theirs.edits, decided: [] };
  }
  const tokens = new Tokens(base);
  let ours = widen(tokens, base, sides.ours);
  let theirs = widen(tokens, base, sides.theirs);
  let clusters = clustersOf(ours, theirs);
  const sentences = neighbours(base, clusters);
  if (sentences.length > 0) {
    ours = joinRuns(base, ours, sentences);
    theirs = joinRuns(base, theirs, sentences);
    clusters = clustersOf(ours, theirs);
  }
  return decide(base, { ours, theirs, clusters }, prefers);
}

interface SideEdits extends Readonly<Record<Side, readonly TokenEdit[]>> {
  readonly clusters: readonly Cluster[];
}

function decide(base: string, edits: SideEdits, prefers: Side): DecidedEdits {
  const decided: (TextEdit & { readonly readings?: readonly [string, string] })[] = [];
  const settled = new Set<TokenEdit>();
  for (const cluster of edits.clusters) {
    const verdict = judge(base, cluster);
    if (verdict === "letters") continue;
    for (const edit of [...cluster.ours, ...cluster.theirs]) settled.add(edit);
    if (verdict === "removal") {
      decided.push(changeOf(base, cluster));
      continue;
    }
    const readings = [
      readingOf(base, cluster, "ours"),
      readingOf(base, cluster, "theirs"),
    ] as const;
    const { from, to } = cluster;
    const insert = readings[prefers === "ours" ? 0 : 1];
    const edit = { at: from, remove: to - from, insert };
    decided.push(verdict === "same" ? edit : { ...edit, readings });
  }
  for (const edit of edgeEdits(edits)) {
    settled.add(edit);
    decided.push({ at: edit.at, remove: edit.remove, insert: edit.insert });
  }
  const rest = (side: Side): TextEdit[] =>
    edits[side].flatMap((edit) => (settled.has(edit) ? [] : edit.fine));
  return { ours: rest("ours"), theirs: rest("theirs"), decided };
}

/**
 * Returns the edits of one side that add letters to the start or end of a token, where the other side inserted
 * text. They replace the token as a whole: otherwise that text could come between it and its new letters (T3g).
 */
function edgeEdits({ ours, theirs, clusters }: SideEdits): TokenEdit[] {
  const shared = new Set(clusters.flatMap((cluster) => [...cluster.ours, ...cluster.theirs]));
  const beside = (edits: readonly TokenEdit[], others: readonly TokenEdit[]): TokenEdit[] => {
    const places = new Set(others.filter(({ remove }) => remove === 0).map(({ at }) => at));
    return edits.filter(({ at, remove, fine }) => {
      const isAtEdge = (letters: TextEdit): boolean =>
        letters.remove === 0 && (letters.at === at || letters.at === at + remove);
      return remove > 0 && fine.some((each) => isAtEdge(each) && places.has(each.at));
    });
  };
  return [...beside(ours, theirs), ...beside(theirs, ours)].filter((edit) => !shared.has(edit));
}

/**
 * Widens edits until they start and end between tokens, of the base and of the edited text. So `15` for `10`
 * replaces a whole number, and so does a digit that is inserted beside it.
 */
function widen(
  tokens: Tokens,
  base: string,
  { text, edits }: { readonly text: string; readonly edits: readonly TextEdit[] },
): TokenEdit[] {
  const edited = new Tokens(text);
  const wide: TokenEdit[] = [];
  /** Difference between a position in the edited text and in the base, before the current edit. */
  let shift = 0;
  for (const [i, edit] of edits.entries()) {
    const after = shift + edit.insert.length - edit.remove;
    const last = wide.at(-1);
    const floor = last === undefined ? 0 : last.at + last.remove;
    const ceiling = edits[i + 1]?.at ?? base.length;
    const spansAt = (at: number, by: number): Span[] =>
      [tokens.around(at), movedBy(edited.around(at + by), -by)].filter((span) => span !== null);
    let start = edit.at;
    let inside = spansAt(start, shift);
    while (inside.length > 0 && start > floor) {
      start = Math.max(floor, Math.min(...inside.map((span) => span.start)));
      inside = spansAt(start, shift);
    }
    let end = edit.at + edit.remove;
    for (let around = spansAt(end, after); around.length > 0 && end < ceiling;) {
      end = Math.min(ceiling, Math.max(...around.map((span) => span.end)));
      around = spansAt(end, after);
    }
    // A token continues in the previous edit.
    const isJoined = last !== undefined && inside.length > 0;
    if (isJoined) wide.pop();
    wide.push(
      tokenEdit(base, isJoined ? [...last.fine, edit] : [edit], isJoined ? last.at : start, end),
    );
    shift = after;
  }
  return wide;
}

function movedBy(span: Span | null, by: number): Span | null {
  return span === null ? null : { start: span.start + by, end: span.end + by };
}

function tokenEdit(base: string, fine: readonly TextEdit[], from: number, to: number): TokenEdit {
  return { at: from, remove: to - from, insert: applied(base, fine, from, to), fine };
}

/** Returns the base between two positions, with edits applied. */
function applied(base: string, edits: readonly TextEdit[], from: number, to: number): string {
  let text = "";
  let at = from;
  for (const edit of edits) {
    text += base.slice(at, edit.at) + edit.insert;
    at = edit.at + edit.remove;
  }
  return text + base.slice(at, to);
}

/** Returns the places where edits of both sides overlap. An insertion between tokens overlaps nothing. */
function clustersOf(ours: readonly TokenEdit[], theirs: readonly TokenEdit[]): Cluster[] {
  const all = [...ours, ...theirs]
    .filter(({ remove }) => remove > 0)
    .toSorted((a, b) => a.at - b.at);
  const clusters: { from: number; to: number }[] = [];
  for (const { at, remove } of all) {
    const last = clusters.at(-1);
    if (last !== undefined && at < last.to) last.to = Math.max(last.to, at + remove);
    else clusters.push({ from: at, to: at + remove });
  }
  const oursIn = editsWithin(ours);
  const theirsIn = editsWithin(theirs);
  return clusters.flatMap(({ from, to }) => {
    const cluster = { from, to, ours: oursIn(from, to), theirs: theirsIn(from, to) };
    const isShared = [cluster.ours, cluster.theirs].every((side) =>
      side.some(({ remove }) => remove > 0),
    );
    return isShared ? [cluster] : [];
  });
}

/** Returns a function for the edits within a range. It must be called with ranges in order. */
function editsWithin(edits: readonly TokenEdit[]): (from: number, to: number) => TokenEdit[] {
  let i = 0;
  return (from, to) => {
    const within: TokenEdit[] = [];
    for (let edit = edits[i]; edit !== undefined && edit.at < to; edit = edits[(i += 1)]) {
      // An insertion at the start of the range is before it.
      if (edit.at > from || (edit.at === from && edit.remove > 0)) within.push(edit);
    }
    return within;
  };
}

function readingOf(base: string, { from, to, ...sides }: Cluster, side: Side): string {
  return applied(base, sides[side], from, to);
}

function judge(base: string, cluster: Cluster): "same" | "letters" | "removal" | "clash" {
  const readings = [readingOf(base, cluster, "ours"), readingOf(base, cluster, "theirs")];
  if (readings[0] === readings[1]) return "same";
  const removals = [cluster.ours, cluster.theirs].filter(isRemoval).length;
  if (removals > 0) return removals === 2 ? "letters" : "removal";
  const texts = [base.slice(cluster.from, cluster.to), ...readings];
  if (texts.every((text) => text.trim() === "")) return "letters";
  return texts.some(isAtomic) || !areApart(cluster) ? "clash" : "letters";
}

function isRemoval(edits: readonly TokenEdit[]): boolean {
  return edits.every(({ insert }) => insert === "");
}

/**
 * Returns true if two edits of one word change different letters of it, and neither replaces its greater part.
 */
function areApart({ from, to, ours, theirs }: Cluster): boolean {
  const [a, b] = [changedIn(ours), changedIn(theirs)];
  const isSmall = [a, b].every(({ start, end }) => (end - start) * 2 <= to - from);
  return isSmall && (a.end <= b.start || b.end <= a.start);
}

/** Returns the part of the base that edits of letters change. */
function changedIn(edits: readonly TokenEdit[]): Span {
  const fine = edits.flatMap((edit) => edit.fine);
  const last = fine.at(-1);
  return { start: fine[0]?.at ?? 0, end: (last?.at ?? 0) + (last?.remove ?? 0) };
}

/** Returns the edit where one side removed what the other changed: only what was changed stays, whole. */
function changeOf(base: string, { from, to, ours, theirs }: Cluster): TextEdit {
  const edits = [...ours, ...theirs].toSorted((a, b) => a.at - b.at);
  const inserts = edits.map((edit) => edit.insert).filter((insert) => insert !== "");
  const around = [base.slice(Math.max(0, from - 2), from), ...inserts, base.slice(to, to + 2)];
  // The removed spaces must not join what stays with its neighbours.
  const isJoined = (i: number): boolean =>
    endsInWord.test(around[i - 1] ?? "") && startsInWord.test(around[i] ?? "");
  const insert = around.map((text, i) => (isJoined(i) ? ` ${text}` : text)).slice(1, -1);
  return {
    at: from,
    remove: to - from,
    insert: insert.join("") + (isJoined(around.length - 1) ? " " : ""),
  };
}

const endsInWord = /[\p{L}\p{N}]$/u;
const startsInWord = /^[\p{L}\p{N}]/u;

/** Matches text that separates the words of one sentence. */
const betweenWords = /^[^\p{L}\p{N}\n|]*$/u;

/**
 * Returns the parts of sentences in which both sides replaced several words beside each other. They are
 * replaced as a whole, because their words don't correspond to each other.
 */
function neighbours(base: string, clusters: readonly Cluster[]): Span[] {
  const clashes = clusters.filter((cluster) => judge(base, cluster) === "clash");
  const found: Span[] = [];
  for (const [i, { from, to }] of clashes.entries()) {
    const last = clashes[i - 1];
    if (last === undefined || !betweenWords.test(base.slice(last.to, from))) continue;
    if (isNumber(base, last) && isNumber(base, clashes[i] as Cluster)) continue;
    found.push({ start: last.from, end: to });
  }
  return found;
}

function isNumber(base: string, cluster: Cluster): boolean {
  const texts = [base.slice(cluster.from, cluster.to)];
  texts.push(readingOf(base, cluster, "ours"), readingOf(base, cluster, "theirs"));
  return texts.every((text) => /\p{N}/u.test(text) && !/\s/u.test(text));
}

/** Joins edits that are separated by spaces and marks only, where they touch one of the ranges. */
function joinRuns(base: string, edits: readonly TokenEdit[], ranges: readonly Span[]): TokenEdit[] {
  const result: TokenEdit[] = [];
  let next = 0;
  for (const edit of edits) {
    const last = result.at(-1);
    const end = edit.at + edit.remove;
    const isRun =
      last !== undefined && betweenWords.test(base.slice(last.at + last.remove, edit.at));
    if (!isRun) {
      result.push(edit);
      continue;
    }
    while ((ranges[next]?.end ?? Infinity) < last.at) next += 1;
    if ((ranges[next]?.start ?? Infinity) > end) {
      result.push(edit);
      continue;
    }
    result[result.length - 1] = tokenEdit(base, [...last.fine, ...edit.fine], last.at, end);
  }
  return result;
}
