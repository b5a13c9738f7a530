import { tagRanges } from "../tag-ranges.ts";
import { outlineOf } from "./outline.ts";
import { renamedTag } from "./tag-branch.ts";
import { applyEdits, type TagEdit } from "./tag-edit.ts";

/**
 * One occurrence of the new tag in the renamed text, including those that were there before. An undo uses the
 * occurrences, in order, to find the renamed ones in a text that has changed since.
 */
export interface RenamedPlace {
  /** Former tag; null if it already had the new name. */
  readonly was: string | null;
  readonly is: string;
  /** True if the rename added a backslash behind it to separate it from the text that follows. */
  readonly isGuarded: boolean;
  /** Text right before it and behind it. */
  readonly before: string;
  readonly after: string;
}

export interface RenamedText {
  readonly content: string;
  readonly places: readonly RenamedPlace[];
}

/** Length in UTF-16 units: enough to identify an occurrence, with little of a possibly private text. */
const contextLength = 12;

/**
 * Renames a tag and its subtags at every occurrence; every other byte stays. Returns `"unchanged"` if the
 * text doesn't have the tag, null if the text would then parse differently. Tags are in the form that
 * `readTagName` returns. Rules M31 and M31a.
 */
export function renameTag(
  content: string,
  from: string,
  to: string,
): RenamedText | "unchanged" | null {
  const found = tagRanges(content).map((range) => ({
    ...range,
    next: renamedTag(range.tag, from, to),
  }));
  const meant = found.filter(({ next }) => next !== null);
  if (meant.length === 0) return "unchanged";
  const wanted = outlineOf(content, (tag) => {
    const next = renamedTag(tag, from, to);
    return next === null ? null : `\u0002#${next}\u0003`;
  });
  for (const guards of [false, true]) {
    const edits: TagEdit[] = [];
    for (const { from: at, to: end, next } of meant) {
      edits.push({ at: at + 1, removed: content.slice(at + 1, end), inserted: next! });
      if (guards && isPunctuation(content.charAt(end))) {
        edits.push({ at: end, removed: "", inserted: "\\" });
      }
    }
    const after = applyEdits(content, edits);
    if (outlineOf(after) !== wanted) continue;
    const renamed = found.map(({ from: at, to: end, tag, next }) => ({
      was: next === null ? null : content.slice(at + 1, end),
      is: next ?? tag,
    }));
    return { content: after, places: placesOf(after, renamed, content, found) };
  }
  return null;
}

/**
 * Restores the old name of tags that the rename changed. Finds them by the text beside them, in order.
 * Occurrences added since under the new name keep it, and no other text changes. Rules M32 and M32a.
 */
export function undoRename(content: string, places: readonly RenamedPlace[]): string {
  const names = new Set(places.map(({ is }) => is));
  const ranges = tagRanges(content);
  const now = ranges.filter(({ tag }) => names.has(tag));
  const pairs = align(content, now, places);
  const back = new Map(pairs.map(([range, place]) => [range, place]));
  const edits: TagEdit[] = [];
  for (const [{ from, to }, { was, isGuarded }] of pairs) {
    if (was === null) continue;
    edits.push({ at: from + 1, removed: content.slice(from + 1, to), inserted: was });
    if (isGuarded && content.charAt(to) === "\\")
      edits.push({ at: to, removed: "\\", inserted: "" });
  }
  if (edits.length === 0) return content;
  const text = applyEdits(content, edits);
  const expected = ranges.map((range) => back.get(range)?.was?.normalize() ?? range.tag);
  const read = tagRanges(text).map(({ tag }) => tag);
  const isRead = read.length === expected.length && read.every((tag, at) => tag === expected[at]);
  return isRead ? text : content;
}

type Range = ReturnType<typeof tagRanges>[number];

function placesOf(
  after: string,
  renamed: readonly { readonly was: string | null; readonly is: string }[],
  before: string,
  found: readonly Range[],
): RenamedPlace[] {
  const names = new Set(renamed.flatMap(({ was, is }) => (was === null ? [] : [is])));
  return tagRanges(after).flatMap((range, at) => {
    const { was = null, is = range.tag } = renamed[at] ?? {};
    if (!names.has(is)) return [];
    const isGuarded =
      was !== null && after.charAt(range.to) === "\\" && before.charAt(found[at]!.to) !== "\\";
    return [{ was, is, isGuarded, ...contextOf(after, range) }];
  });
}

function contextOf(content: string, { from, to }: Range): { before: string; after: string } {
  return {
    before: content.slice(Math.max(0, from - contextLength), from),
    after: content.slice(to, to + contextLength),
  };
}

function isPunctuation(character: string): boolean {
  return /^[!"$-/:-@[-`{-~]$/.test(character);
}

/** Number of matching characters on one side that identify an occurrence. */
const enough = 4;

/** Returns one more than the number of matching characters, counted from the tag; 0 if too few match. */
function agreement(now: string, then: string): number {
  let length = 0;
  while (length < now.length && now[length] === then[length]) length++;
  return now === then || length >= enough ? length + 1 : 0;
}

function backwards(text: string): string {
  return text.split("").reverse().join("");
}

/** Maximum number of pairs to align optimally; above it, occurrences are matched one after the other. */
const maxCompared = 10_000;

/**
 * Returns the best-matching pairs, in the order of both lists. In each pair at least one side is unchanged.
 */
function align(
  content: string,
  ranges: readonly Range[],
  places: readonly RenamedPlace[],
): (readonly [Range, RenamedPlace])[] {
  const contexts = ranges.map((range) => contextOf(content, range));
  const score = (at: number, place: RenamedPlace): number => {
    const { before, after } = contexts[at]!;
    if (ranges[at]!.tag !== place.is) return 0;
    return agreement(backwards(before), backwards(place.before)) + agreement(after, place.after);
  };
  if (ranges.length * places.length > maxCompared) return alignInTurn(ranges, places, score);
  const best = Array.from({ length: ranges.length + 1 }, () => new Uint32Array(places.length + 1));
  for (let at = ranges.length - 1; at >= 0; at--) {
    for (let to = places.length - 1; to >= 0; to--) {
      const own = score(at, places[to]!);
      best[at]![to] = Math.max(
        best[at + 1]![to]!,
        best[at]![to + 1]!,
        own === 0 ? 0 : own + best[at + 1]![to + 1]!,
      );
    }
  }
  const pairs: (readonly [Range, RenamedPlace])[] = [];
  for (let at = 0, to = 0; at < ranges.length && to < places.length;) {
    const own = score(at, places[to]!);
    const total = best[at]![to]!;
    if (own > 0 && total === own + best[at + 1]![to + 1]!) {
      pairs.push([ranges[at++]!, places[to++]!]);
    } else if (total === best[at + 1]![to]) at++;
    else to++;
  }
  return pairs;
}

function alignInTurn(
  ranges: readonly Range[],
  places: readonly RenamedPlace[],
  score: (at: number, place: RenamedPlace) => number,
): (readonly [Range, RenamedPlace])[] {
  const pairs: (readonly [Range, RenamedPlace])[] = [];
  let at = 0;
  for (const place of places) {
    const first = (least: number): number =>
      ranges.findIndex((_range, each) => each >= at && score(each, place) >= least);
    const same = first(place.before.length + place.after.length + 2);
    const found = same === -1 ? first(1) : same;
    if (found === -1) continue;
    pairs.push([ranges[found]!, place]);
    at = found + 1;
  }
  return pairs;
}
