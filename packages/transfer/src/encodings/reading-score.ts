import type { Candidate } from "./candidates.ts";
import {
  type Alphabet,
  boxes,
  english,
  hangul,
  kanji,
  latin,
  signs,
  simplified,
  traditional,
  typography,
  western,
} from "./languages.ts";

/** Score of an invalid byte or of a control character. */
const invalid = -5;

/**
 * Returns how much a text looks like one that people wrote, compared with random characters: about the
 * logarithm of a ratio of likelihoods. Only characters beyond ASCII count, and words of Latin languages.
 */
export function readingScore(text: string, { languages }: Pick<Candidate, "languages">): number {
  if (languages === "utf-8") return validityScore(text);
  // A word that is repeated is evidence once.
  const distinct = [...new Set(text.match(/\S*[^\0-\u007f\s]\S*/gu))]
    .join(" ")
    .replaceAll(/(.)\1{2,}/gu, "$1$1");
  const words = text.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? [];
  const ofEnglish = frequentWords(words, english);
  if (typeof languages === "string") return ideographScore(distinct, languages) + ofEnglish;
  const scores = languages.map((language) => {
    const hits = language.words === "" ? ofEnglish : frequentWords(words, language);
    return alphabetScore(distinct, language) + hits;
  });
  const contractions = languages === latin ? Math.min(new Set(text.match(contraction)).size, 3) : 0;
  return structureScore(distinct) + Math.max(...scores) + 2 * contractions;
}

/** Words such as “it’s” and “don’t”. */
const contraction = /[a-z]+’(?:s|t|re|ve|ll|d|m)\b/gi;

/** Returns true if all characters of a text beyond ASCII are typography, arrows and lines of boxes. */
export function hasOnlyMarks(text: string): boolean {
  const others = text.replaceAll(/[\0-\u007f]/g, "");
  return [...others].every(
    (character) => typography.has(character) || signs.test(character) || boxes.test(character),
  );
}

/** Judges UTF-8, which other encodings hardly yield by chance. */
function validityScore(text: string): number {
  const damaged = text.split("\uFFFD").length - 1;
  const valid = text.replaceAll(/[\0-\u007f\uFFFD]/g, "").length;
  return 2 * valid + invalid * damaged;
}

/** Judges marks, the order of upper and lower case, and words of several scripts. */
function structureScore(text: string): number {
  // Words have vowels; lines of boxes in another encoding don't.
  const odd = (text.match(consonants) ?? []).filter((word) => /[^\0-\u007f]/.test(word));
  let score = -2 * odd.length;
  let before = "";
  const characters = [...text];
  for (const [at, character] of characters.entries()) {
    const after = characters[at + 1] ?? "";
    if (character === "\uFFFD" || /[^\P{Cc}\t\n\f\r]|[\p{Cn}\p{Co}]/u.test(character)) {
      score += invalid;
    } else if (character > "\u007f") {
      if (isLetter(character)) score += letterScore(before, character, after);
      else score += markScore(character, before, after);
    } else if (isLetter(character) && isForeign(before)) score -= 2.5;
    before = character;
  }
  return score;
}

/** Judges a character that isn't a letter. */
function markScore(character: string, before: string, after: string): number {
  const isInWord = isLetter(before) && isLetter(after);
  if (/\p{M}|\u200c|\u200d|\ufe0f/u.test(character)) return 0;
  if (character === "’") return isLetter(before) ? 0.8 : 0;
  if (/[“‘„«]/.test(character)) return isLetter(before) ? -1 : isLetter(after) ? 0.8 : 0;
  if (/[”»…]/.test(character)) return isInWord ? -1 : isLetter(before) ? 0.8 : 0;
  if (signs.test(character)) return isLetter(before) || isLetter(after) ? -2.5 : 0.4;
  if (boxes.test(character)) return isLetter(before) || isLetter(after) ? -2.5 : 0;
  if (!typography.has(character)) return isInWord ? -4 : -2;
  if (isInWord) return -3;
  return isLetter(before) || isLetter(after) ? -0.4 : 0.3;
}

function isLetter(character: string): boolean {
  return /^[\p{L}\p{M}]$/u.test(character);
}

/** Returns true for a letter of another script than Latin. */
function isForeign(character: string): boolean {
  return (
    character > "\u007f" && /^\p{L}$/u.test(character) && !/^\p{Script=Latin}$/u.test(character)
  );
}

const consonants =
  /(?<![\p{L}\p{M}])[бвгджзйклмнпрстфхцчшщьъbcdfghjklmnpqrstvwxz]{4,}(?![\p{L}\p{M}])/giu;

function letterScore(before: string, character: string, after: string): number {
  let score = 0;
  const isUpper = /\p{Lu}/u.test(character);
  if (isUpper && /\p{Ll}/u.test(before)) score -= 2.5;
  if (!isUpper && /\p{Lu}/u.test(before) && /\p{Lu}/u.test(after)) score -= 1.5;
  if (isUpper && (/\p{Lu}/u.test(before) || /\p{Lu}/u.test(after))) score -= 0.4;
  if (isForeign(character) && /[a-zA-Z]/.test(before)) score -= 2.5;
  if (/\d/.test(before) || /\d/.test(after)) score -= 1;
  // Final forms in Hebrew only end words, and final sigma too.
  if (/[ךםןףץς]/.test(character) && isLetter(after)) score -= 2.5;
  if (/[\u0e31\u0e34-\u0e3a\u0e47-\u0e4e]/.test(character) && !/[\u0e00-\u0e7f]/.test(before)) {
    score -= 3;
  }
  return score;
}

const known = new WeakMap<Alphabet, { ranks: Map<string, number>; words: Set<string> }>();

function parsed(language: Alphabet): { ranks: Map<string, number>; words: Set<string> } {
  let found = known.get(language);
  if (found === undefined) {
    const ranks = new Map([...language.letters].map((letter, at) => [letter, at]));
    found = { ranks, words: new Set(language.words.split(" ").filter((word) => word !== "")) };
    known.set(language, found);
  }
  return found;
}

/** Judges letters by one language. */
function alphabetScore(text: string, language: Alphabet): number {
  const { ranks, words } = parsed(language);
  const isLatin = words.size > 0;
  const stranger = language === english ? -2.5 : -1.5;
  let score = language.weight;
  for (const character of text.toLowerCase()) {
    if (character <= "\u007f" || !/\p{L}|\p{M}|\u200c|\u0640/u.test(character)) continue;
    const rank = ranks.get(character);
    if (rank === undefined) score += isLatin && western.includes(character) ? stranger : -3;
    else if (isLatin) score += rank < 8 ? 1 : 0.4;
    else score += rank < 12 ? 0.9 : rank < 24 ? 0.1 : -0.6;
  }
  return score;
}

const mostHits = 12;

/** Counts the frequent words of a language; those with letters beyond ASCII count more. */
function frequentWords(words: readonly string[], language: Alphabet): number {
  const { words: frequent } = parsed(language);
  let hits = 0;
  for (const word of words) {
    if (frequent.has(word)) hits += /[^\0-\u007f]/.test(word) ? 1.5 : 0.7;
    if (hits >= mostHits) return mostHits;
  }
  return hits;
}

/** Characters of the first, most frequent level of a national standard. */
function levelOf(
  label: string,
  from: number,
  to: number,
  cells: readonly (readonly [number, number])[],
): Set<string> {
  const bytes: number[] = [];
  for (let lead = from; lead <= to; lead += 1) {
    for (const [first, last] of cells) {
      for (let trail = first; trail <= last; trail += 1) bytes.push(lead, trail);
    }
  }
  return new Set(new TextDecoder(label).decode(Uint8Array.from(bytes)));
}

type Script = Exclude<Candidate["languages"], readonly Alphabet[] | "utf-8">;

const scripts: Readonly<Record<Script, { common: Set<string>; level: () => Set<string> }>> = {
  simplified: {
    common: new Set(simplified),
    level: () => levelOf("gb18030", 0xb0, 0xd7, [[0xa1, 0xfe]]),
  },
  traditional: {
    common: new Set(traditional),
    level: () =>
      levelOf("big5", 0xa4, 0xc6, [
        [0x40, 0x7e],
        [0xa1, 0xfe],
      ]),
  },
  japanese: { common: new Set(kanji), level: () => levelOf("euc-jp", 0xb0, 0xcf, [[0xa1, 0xfe]]) },
  korean: { common: new Set(hangul), level: () => levelOf("euc-kr", 0xb0, 0xc8, [[0xa1, 0xfe]]) },
};

const levels = new Map<Script, Set<string>>();

function levelSet(script: Script): Set<string> {
  let level = levels.get(script);
  if (level === undefined) {
    level = scripts[script].level();
    levels.set(script, level);
  }
  return level;
}

function ideographScore(text: string, script: Script): number {
  const { common } = scripts[script];
  const level = levelSet(script);
  let score = 0;
  let kana = 0;
  let others = 0;
  const characters = [...text];
  for (const [at, character] of characters.entries()) {
    if (character <= "\u007f") continue;
    const [before = "", after = ""] = [characters[at - 1], characters[at + 1]];
    if (character === "\uFFFD" || /[\p{Cc}\p{Cn}\p{Co}]/u.test(character)) score += invalid;
    else if (/[、。，！？：；（）「」『』《》〈〉【】〔〕・ー…“”‘’—～·]/u.test(character))
      score += 0.6;
    else if (/[\uff10-\uff5a\u3000]/.test(character)) score += 0;
    else if (signs.test(character)) score += 0.4;
    else if (boxes.test(character)) score += 0;
    else if (/[\u3041-\u3096]/.test(character)) {
      kana += 1;
      score += script === "japanese" ? 1.5 : -2;
    } else if (/[\u30a1-\u30fa]/.test(character)) {
      kana += 1;
      score += script === "japanese" ? 1.1 : -2;
    } else if (/\p{Script=Hangul}/u.test(character)) {
      score +=
        script !== "korean" ? -4 : common.has(character) ? 1.5 : level.has(character) ? -0.7 : -3;
    } else if (/\p{Script=Han}/u.test(character)) {
      others += 1;
      // A character between ASCII is rare, and may have swallowed a letter.
      if (before <= "\u007f" && after <= "\u007f") score -= 2.5;
      if (script === "korean") score -= 2.5;
      else score += common.has(character) ? 1.9 : level.has(character) ? -0.3 : -2.2;
    } else score -= 2.5;
  }
  if (script === "korean") return score;
  // Japanese without kana is rare.
  if (script === "japanese" && others > 2 + kana * 6) score -= 1.5;
  return score + wordScore(text, script);
}

const segmenters = new Map<Script, Intl.Segmenter>();

/** Judges by the dictionary of ICU: random characters rarely form words. */
function wordScore(text: string, script: Script): number {
  let segmenter = segmenters.get(script);
  if (segmenter === undefined) {
    segmenter = new Intl.Segmenter(script === "japanese" ? "ja" : "zh", { granularity: "word" });
    segmenters.set(script, segmenter);
  }
  let score = 0;
  for (const { segment } of segmenter.segment(text)) {
    if (/^\p{Script=Han}{2,}$/u.test(segment)) score += 1.5 * (segment.length - 1);
  }
  return score;
}
