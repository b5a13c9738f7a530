import { createHash } from "node:crypto";
import { createSeededDraw, type SeededDraw } from "./seeded-draw.ts";
import { type UserReference, userName } from "@tidemark/core/names";

/** Version of the generator. Raise it with every change of the output, so that cached files are rebuilt. */
export const corpusVersion = 1;

/**
 * - `one-owner`: every memo belongs to the reader.
 * - `twenty-owners`: ten belong to the reader, the rest are private memos of nineteen other people.
 * - `long-memos`: every memo belongs to the reader, and is longer than in the other kinds.
 * - `many-owners`: a hundred private memos each of the reader and of as many other people as the size allows.
 */
export type CorpusKind = "one-owner" | "twenty-owners" | "long-memos" | "many-owners";

export interface CorpusMemo {
  readonly id: string;
  readonly creator: UserReference;
  readonly createdMs: number;
  readonly content: string;
}

/** User who lists memos in every suite. */
export const readerUsername = "ada";
const reader = userName(readerUsername);

/** Just after the newest memo was created; the oldest is three years older. */
export const corpusEndMs = Date.UTC(2026, 0, 1);
const spanMs = 3 * 365 * 86_400_000;

/** Tags by frequency in 100,000 memos: about 13,500, 1,200, ten, none. */
export const corpusTags = {
  common: "work",
  some: "garden",
  rare: "eclipse",
  none: "volcano",
} as const;

/**
 * Search words by frequency: about 3 % of the memos, ten, none. The trigrams of `none` don't occur either;
 * those of `noneOfCommon` occur in a great many memos, all of which have to be examined.
 */
export const corpusNeedles = {
  often: "lighthouse",
  rare: "zeppelin",
  none: "quixotic",
  noneOfCommon: "kamitorenashi",
} as const;

const memosOfMany = 100;

/** Length in characters after which no line is added; the last line and the tags may exceed it. */
const lengths = {
  "one-owner": { from: 270, spread: 320 },
  "twenty-owners": { from: 270, spread: 320 },
  "long-memos": { from: 520, spread: 480 },
  "many-owners": { from: 270, spread: 320 },
} as const;

/**
 * Generates memos of about 450 or 800 characters, oldest first, deterministically for the same arguments.
 * Another seed gives other texts and ids.
 */
export function* generateMemos(kind: CorpusKind, size: number, seed = ""): Generator<CorpusMemo> {
  const draw = createSeededDraw(`tidemark bench ${corpusVersion}${seed}`);
  const words = vocabulary(draw);
  const stepMs = spanMs / size;
  for (let index = 0; index < size; index += 1) {
    const isTenth = isOneOfTen(index, size, 3);
    const owner = draw.below(19) + 1;
    yield {
      id: `m${createHash("sha256").update(`memo ${index}${seed}`).digest("hex").slice(0, 21)}`,
      creator: creatorOf(kind, { index, size, isTenth, owner }),
      createdMs: Math.floor(corpusEndMs - spanMs + (index + draw.fraction()) * stepMs),
      content: memoText(draw, words, { index, size, ...lengths[kind] }),
    };
  }
}

function creatorOf(
  kind: CorpusKind,
  at: {
    readonly index: number;
    readonly size: number;
    readonly isTenth: boolean;
    readonly owner: number;
  },
): UserReference {
  switch (kind) {
    case "one-owner":
    case "long-memos":
      return reader;
    case "twenty-owners":
      return at.isTenth ? reader : `users/owner-${at.owner}`;
    case "many-owners": {
      // Interleaves the owners, as their memos would arrive.
      const nth = at.index % Math.ceil(at.size / memosOfMany);
      return nth === 0 ? reader : `users/owner-${nth}`;
    }
  }
}

/** Returns true for ten evenly spread indexes. */
function isOneOfTen(index: number, size: number, offset: number): boolean {
  const every = Math.max(1, Math.floor(size / 10));
  return index % every === offset % every && index < every * 10;
}

const syllables =
  "ka mi to re na shi lo ve ran del tor is um per al en or bin cas fel gar hin jo kel lum mar nor os pa qui ros sal tam ur vin wel yas bri cle dro fra gli pre sto tri ble ced dum eth fin gol har ilk jun kro lan mon nep oak pul".split(
    " ",
  );

function vocabulary(draw: SeededDraw): string[] {
  return Array.from({ length: 4000 }, () =>
    Array.from({ length: 1 + draw.below(3) }, () => pick(draw, syllables)).join(""),
  );
}

function memoText(
  draw: SeededDraw,
  words: readonly string[],
  {
    index,
    size,
    from,
    spread,
  }: {
    readonly index: number;
    readonly size: number;
    readonly from: number;
    readonly spread: number;
  },
): string {
  const special: string[] = [];
  if (draw.fraction() < 0.03) special.push(corpusNeedles.often);
  if (isOneOfTen(index, size, 29)) special.push(corpusNeedles.rare);
  const length = from + draw.below(spread);
  const lines: string[] = draw.fraction() < 0.3 ? [`# ${sentence(draw, words, [])}`] : [];
  if (draw.fraction() < 0.1) lines.push(`- [ ] ${sentence(draw, words, [])}`);
  if (draw.fraction() < 0.1) lines.push(`See https://example.org/${pick(draw, words)}`);
  if (draw.fraction() < 0.05) lines.push(`Run \`${pick(draw, words)} --help\``);
  let characters = lines.join("\n").length;
  while (characters < length) {
    const line = sentence(draw, words, special.splice(0));
    lines.push(line);
    characters += line.length + 1;
  }
  const tags = memoTags(draw, index, size);
  if (tags.length > 0) lines.push("", tags.map((tag) => `#${tag}`).join(" "));
  return lines.join("\n");
}

function memoTags(draw: SeededDraw, index: number, size: number): string[] {
  const tags: string[] = [];
  if (draw.fraction() < 0.135) tags.push(corpusTags.common);
  if (index % 83 === 5) tags.push(corpusTags.some);
  if (isOneOfTen(index, size, 47)) tags.push(corpusTags.rare);
  const others = draw.below(3);
  for (let at = 0; at < others; at += 1) tags.push(`topic-${draw.below(60)}`);
  return tags;
}

/** Draws words of a skewed distribution, as in any language. */
function sentence(draw: SeededDraw, words: readonly string[], special: readonly string[]): string {
  const chosen = Array.from({ length: 6 + draw.below(8) }, () => {
    const rank = Math.floor(words.length * draw.fraction() ** 2.5);
    return words[rank] ?? "";
  });
  chosen.splice(draw.below(chosen.length), 0, ...special);
  const text = chosen.join(" ");
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

function pick<T>(draw: SeededDraw, items: readonly T[]): T {
  const item = items[draw.below(items.length)];
  if (item === undefined) throw new Error("nothing to pick from");
  return item;
}
