/** Text that was wrapped elsewhere has lines of about these widths, in columns. */
const MIN_WIDTH = 60;
const MAX_WIDTH = 100;
/** By how much an editor, or a correction, may have stayed below the width. */
const SLACK = 8;
/** A word that is wider than this could not be wrapped, and makes its line as wide as it is. */
const MAX_WORD = 30;

/**
 * Whether the lines of one paragraph look as if an editor had wrapped them: they are 60 to 100 columns
 * wide, none but the last had room for the word that begins the next one, and none is an address
 * alone. Marks count as they stand in the source; a full-width character is two columns.
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

/** How wide the lines are that could be broken anywhere, or else those that could not. */
function wrapWidth(texts: readonly string[]): number | undefined {
  const full = texts.slice(0, -1);
  const widest = (measure: (text: string) => number): number =>
    full.map(measure).reduce((most, each) => (each > most && each <= MAX_WIDTH ? each : most), 0);
  // A line that could be broken and is wider than any editor makes it was not wrapped.
  if (full.some((text) => breakableWidth(text) > MAX_WIDTH)) return undefined;
  return [widest(breakableWidth), widest(columns)].find((width) => width >= MIN_WIDTH);
}

function isAddress(text: string): boolean {
  return /^<?[a-z][a-z+.-]*:\/\/\S+$/i.test(text);
}

/** How wide a line is without the words that no editor could have broken. */
function breakableWidth(text: string): number {
  if (!hasLongWord(text)) return columns(text);
  const words = text.split(/\s+/).filter((word) => columns(word) <= MAX_WORD);
  return columns(words.join(" "));
}

/** Wide characters count twice, so that half as many of them may be too long. */
const MAYBE_LONG = new RegExp(`\\S{${Math.ceil(MAX_WORD / 2)}}`);

function hasLongWord(text: string): boolean {
  return MAYBE_LONG.test(text);
}

function firstWord(text: string): string {
  // In a script without spaces the next character is what had no room.
  return (
    /^(?:\p{P}*[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|\S+)/u.exec(text)?.[0] ?? ""
  );
}

/** East Asian wide and fullwidth characters, nearly. */
const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6]/gu;

/** No character of these is wide. */
const NARROW = /^[\0-\u10ff]*$/;

function columns(text: string): number {
  if (NARROW.test(text)) return text.length;
  return text.length + (text.match(WIDE)?.length ?? 0);
}
