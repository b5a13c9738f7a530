import { foldText } from "./fold-text.ts";

// Folding for searches by people. Filters in CEL compare exactly (F5); the search box ignores how letters are
// encoded. Both forms are linear in the text: runs of marks are cut, because ICU takes quadratic time for them.

/** Characters that nobody sees: soft hyphens, zero-width characters, variation selectors, bidi controls. */
const hidden = /\p{Default_Ignorable_Code_Point}+/gu;

/** Characters of another width, and letters that are joined or shaped for print. */
const widths =
  /[\uff01-\uff9f\uffe0-\uffe2\uffe4-\uffe6\uffe8-\uffee\ufb00-\ufb06\ufb50-\ufbb1\ufe80-\ufefc]/g;

/** Accents and vowel marks. Not the marks that make other letters, such as those of kana or of Indic scripts. */
const accents = new RegExp(
  String.raw`[\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a` +
    String.raw`\u0640\u064b-\u0652\u0656-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed` +
    String.raw`\u08d3-\u08ff\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20f0\ufb1e\ufe20-\ufe2f]+`,
  "g",
);

/** Letters in which an accent is part of the letter. */
const plainLetters: ReadonlyMap<string, string> = new Map([
  ["ß", "ss"],
  ["æ", "ae"],
  ["œ", "oe"],
  ["ø", "o"],
  ["đ", "d"],
  ["ħ", "h"],
  ["ł", "l"],
  ["ŧ", "t"],
  ["ı", "i"],
]);
const letterWithAccent = new RegExp(`[${[...plainLetters.keys()].join("")}]`, "g");

const typographic: readonly (readonly [RegExp, string])[] = [
  [/[\u00b4\u02b9\u02bb-\u02bd\u055a\u05f3\u2018-\u201b\u2032\u2039\u203a]/g, "'"],
  [/[\u00ab\u00bb\u02ba\u05f4\u201c-\u201f\u2033]/g, '"'],
  [/[\u058a\u05be\u1806\u2010-\u2015\u2043\u2212\u2e3a\u2e3b\ufe58\ufe63]/g, "-"],
  [/\u301c/g, "~"],
  [/\u2026/g, "..."],
  [/[\u0085\u2028\u2029]/g, "\n"],
  [/[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/g, " "],
];
const anyTypographic = new RegExp(typographic.map(([pattern]) => pattern.source).join("|"));

/** Maximum number of marks on one letter, as in Unicode's stream-safe format. The rest is left out. */
const tooManyMarks = /(\p{M}{30})\p{M}+/gu;

/** Characters beyond ASCII, with the ASCII one before them that marks may belong to. */
const runs = /\p{ASCII}?\P{ASCII}+/gu;

/** Form in which letters are compared: with or without accents and vowel marks. */
export type LetterForm = "same" | "bare";

/** Short runs folded so far, which repeat in nearly every text. */
const known = { same: new Map<string, string>(), bare: new Map<string, string>() };
const maxKnown = 4096;
const longestKnown = 8;

/**
 * Folds the letters of a text and leaves its white space, except for no-break blanks and the like. Two texts
 * that look alike give the same: in any normal form, width and case, with typographic or plain marks. ASCII
 * text only loses its case.
 */
export function foldLetters(text: string, form: LetterForm): string {
  if (isAscii(text)) return text.toLowerCase();
  return foldText(text.replaceAll(runs, (run) => foldRun(run, form)));
}

function foldRun(run: string, form: LetterForm): string {
  if (run.length > longestKnown) return foldAnyRun(run, form);
  const before = known[form].get(run);
  if (before !== undefined) return before;
  const folded = foldAnyRun(run, form);
  if (known[form].size >= maxKnown) known[form].clear();
  known[form].set(run, folded);
  return folded;
}

/** Letters of scripts that have one form only: Han, composed kana and Hangul, Yi, and their punctuation. */
const oneForm =
  /^[\p{ASCII}\u3001-\u301b\u301d-\u3029\u3030-\u3098\u309b-\u3163\u3165-\ua4cf\uac00-\ud7a3]*$/u;

function foldAnyRun(run: string, form: LetterForm): string {
  if (oneForm.test(run)) return run;
  let text = run
    .replaceAll(hidden, "")
    .replaceAll(widths, (each) => each.normalize("NFKC"))
    .replaceAll(tooManyMarks, "$1");
  if (form === "bare") text = text.normalize("NFD").replaceAll(accents, "");
  // Alone, this mark would fold to a letter.
  text = foldText(text.normalize("NFC").replaceAll("\u0345", ""));
  if (form === "bare") {
    text = text.replaceAll(letterWithAccent, (each) => plainLetters.get(each) ?? each);
  }
  if (!anyTypographic.test(text)) return text;
  return typographic.reduce((result, [pattern, plain]) => result.replaceAll(pattern, plain), text);
}

/** Folds a text for `finds`: its letters, and white space to one blank, or one line end between paragraphs. */
export function foldWords(text: string, form: LetterForm): string {
  return joinBlanks(foldLetters(text, form));
}

/** Folds a name for comparing it with typed text: the same letters, without accents (F6a). */
export function bareLetters(text: string): string {
  return foldWords(text, "bare");
}

/** White space after `foldLetters`. */
export const blanks = ["\t", "\n", "\v", "\f", "\r", " "] as const;
const severalBlanks = /[\t\n\v\f\r]| {2}/;

function joinBlanks(text: string): string {
  if (!severalBlanks.test(text)) return text;
  return text.replaceAll(/[\t-\r ]+/g, blankFor);
}

function blankFor(run: string): string {
  return run.indexOf("\n") === run.lastIndexOf("\n") ? " " : "\n";
}

/** Searched text of `finds`: compared with accents only if it has any. */
export interface Needle {
  readonly text: string;
  readonly form: LetterForm;
  /** Finds a phrase in texts that are all ASCII, in a tenth of the time; null if the needle is none. */
  readonly phrase: RegExp | null;
}

/** Returns the needle of a searched text. Its text is "" if nothing in it can be seen. */
export function needleOf(searched: string): Needle {
  const same = foldWords(searched, "same");
  const form = same === foldWords(searched, "bare") ? "bare" : "same";
  return { text: same, form, phrase: form === "bare" ? phraseOf(same) : null };
}

/** White space without an empty line. Nothing in it can match in two ways, which would take quadratic time. */
const blankBetween = String.raw`(?:[\t\v-\r ]+(?:\n[\t\v-\r ]*)?|\n[\t\v-\r ]*)`;

/** Maximum length of a phrase for a pattern, which may read a text that often. */
const longestPhrase = 100;

function phraseOf(text: string): RegExp | null {
  const isPhrase = text.includes(" ") && text === text.trim() && text.length <= longestPhrase;
  if (!isPhrase || text.includes("\n") || !isAscii(text)) return null;
  const words = text.split(" ").map((word) => word.replaceAll(/\W/g, String.raw`\$&`));
  return new RegExp(words.join(blankBetween), "i");
}

/** Returns whether a text has the same letters as a needle somewhere. */
export function findsIn(text: string, { text: needle, form, phrase }: Needle): boolean {
  if (phrase !== null && isAscii(text)) return phrase.test(text);
  const letters = foldLetters(text, form);
  return (needle.includes(" ") || needle.includes("\n") ? joinBlanks(letters) : letters).includes(
    needle,
  );
}

/**
 * Returns texts that `foldLetters` in the form "bare" has for every text that contains a needle: with `finds`
 * if a form is given, else exactly after `foldText`. An index over that form narrows the search by them. With
 * `finds`, a blank in them stands for several of the characters in `blanks`.
 */
export function indexedParts(needle: string, form: LetterForm | null): readonly string[] {
  return needle.split(loneMarks).flatMap((part) => partsOf(part, form));
}

/** Marks without a letter, with the blanks around them, which that form joins. */
const loneMarks = /(?:^|[\t-\r ]+)\p{M}+(?:[\t-\r ]+|$)/u;

function partsOf(needle: string, form: LetterForm | null): readonly string[] {
  let text = foldLetters(needle, "bare");
  // Marks beside the needle may join its first or last letter, unless a form without them is compared.
  if (form !== "bare") text = text.replace(/^[\p{M}\u1160-\u11ff\ud7b0-\ud7fb]+/u, "");
  if (form !== "bare" && !endsStable.test(text)) text = text.replace(lastCluster, "");
  // A mark alone beside the needle is lost there, and the blanks on both sides of it become one or a line end.
  if (form === "same") text = text.replace(blanksAround, "");
  // In an exact search the iota also stands for the mark below a Greek letter.
  return text.split(form === null ? /ι+/u : /\n+/u).filter((part) => part !== "" && part !== " ");
}

const blanksAround = /^[\t-\r ]+|[\t-\r ]+$/g;
const endsStable =
  /(?:^|[\p{ASCII}\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Han}\p{N}])$/u;
const lastCluster = /[^\p{M}\u1160-\u11ff\ud7b0-\ud7fb]?[\p{M}\u1160-\u11ff\ud7b0-\ud7fb]*$/u;

function isAscii(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) if (text.charCodeAt(at) > 0x7f) return false;
  return true;
}
