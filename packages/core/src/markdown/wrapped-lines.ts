/** Bounds of the wrap width of text from other editors, in columns. */
const MIN_WIDTH = 60;
const MAX_WIDTH = 100;
/** Tolerance in columns for lines that an editor or a correction left shorter. */
const SLACK = 8;
/** Maximum width of a word that can be wrapped. A wider word makes its line as wide as itself. */
const MAX_WORD = 30;

/**
 * Returns true if the lines of one paragraph look wrapped by an editor. They are 60 to 100 columns wide, and
 * none but the last had room for the first word of the next line. No line is an address alone. Markup counts
 * as in the source; a full-width character is two columns.
 */
export function isWrapped(lines: readonly string[]): boolean {
  if (lines.length < 2) return false;
  const texts = lines.map((line) => line.trim());
  if (texts.some(isAddress)) return false;
  const width = wrapWidth(texts);
  if (width === undefined || breakableWidth(texts.at(-1)!) > width + SLACK) return false;
  return texts.every((text, at) => {
    const next = texts[at + 1];
    return next === undefined || columns(text) + 1 + columns(firstWord(next)) > width - SLACK;
  });
}

/** Returns the width of the breakable lines, or else of the unbreakable ones. */
function wrapWidth(texts: readonly string[]): number | undefined {
  const full = texts.slice(0, -1);
  const widest = (measure: (text: string) => number): number =>
    full.map(measure).reduce((most, each) => (each > most && each <= MAX_WIDTH ? each : most), 0);
  // A breakable line wider than any editor's width wasn't wrapped.
  if (full.some((text) => breakableWidth(text) > MAX_WIDTH)) return undefined;
  return [widest(breakableWidth), widest(columns)].find((width) => width >= MIN_WIDTH);
}

function isAddress(text: string): boolean {
  return /^<?[a-z][a-z+.-]*:\/\/\S+$/i.test(text);
}

/** Returns the width of a line without the words that no editor can break. */
function breakableWidth(text: string): number {
  if (!hasLongWord(text)) return columns(text);
  const words = text.split(/\s+/).filter((word) => columns(word) <= MAX_WORD);
  return columns(words.join(" "));
}

/** Wide characters count twice, so half as many of them may be too long. */
const MAYBE_LONG = new RegExp(`\\S{${Math.ceil(MAX_WORD / 2)}}`);

function hasLongWord(text: string): boolean {
  return MAYBE_LONG.test(text);
}

function firstWord(text: string): string {
  // In a script without spaces, the next character is the one that had no room.
  return (
    /^(?:\p{P}*[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|\S+)/u.exec(text)?.[0] ?? ""
  );
}

/** East Asian wide and fullwidth characters, approximately. */
const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6]/gu;

/** Characters that are never wide. */
const NARROW = /^[\0-\u10ff]*$/;

function columns(text: string): number {
  if (NARROW.test(text)) return text.length;
  return text.length + (text.match(WIDE)?.length ?? 0);
}
