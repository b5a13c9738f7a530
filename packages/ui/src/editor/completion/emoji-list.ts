/** Emoji with the terms that it is found by. */
export interface Emoji {
  readonly character: string;
  /** Name in the current language. */
  readonly label: string;
  /** Shortcodes without their colons: `tada`. */
  readonly codes: readonly string[];
  /** Names and keywords in English and the current language, in lower case. */
  readonly words: readonly string[];
}

const english = () => import("emojibase-data/en/compact.json");
type Names = Awaited<ReturnType<typeof english>>["default"];

/** Emoji names in languages other than English. */
const others: Readonly<Record<string, () => Promise<{ readonly default: Names }>>> = {
  de: () => import("emojibase-data/de/compact.json"),
  ja: () => import("emojibase-data/ja/compact.json"),
  zh: () => import("emojibase-data/zh/compact.json"),
};

const read = new Map<string, Promise<readonly Emoji[]>>();

/** Returns all emoji in their usual order, with names in a language of the app. */
export function emojiIn(language: string): Promise<readonly Emoji[]> {
  const [base = ""] = language.split("-");
  const known = read.get(base);
  if (known !== undefined) return known;
  const reading = readEmoji(base);
  read.set(base, reading);
  // A failed import is retried the next time.
  reading.catch(() => read.delete(base));
  return reading;
}

async function readEmoji(base: string): Promise<readonly Emoji[]> {
  const [{ default: names }, { default: codes }, translated] = await Promise.all([
    english(),
    import("emojibase-data/en/shortcodes/github.json"),
    others[base]?.(),
  ]);
  const byCode = new Map((translated?.default ?? []).map((emoji) => [emoji.hexcode, emoji]));
  return names
    .filter(({ order }) => order !== undefined)
    .toSorted((a, b) => (a.order ?? 0) - (b.order ?? 0))
    .map(({ hexcode, unicode, label, tags = [] }) => {
      const shown = byCode.get(hexcode);
      const words = [label, ...tags, shown?.label ?? "", ...(shown?.tags ?? [])];
      return {
        character: unicode,
        label: shown?.label ?? label,
        codes: [codes[hexcode] ?? []].flat(),
        words: [...new Set(words.map((word) => word.toLocaleLowerCase()))],
      };
    });
}

/** Returns the emoji that match a name or a part of one, best match first. */
export function findEmoji(all: readonly Emoji[], typed: string, max: number): Emoji[] {
  const wanted = typed.toLocaleLowerCase();
  const spaced = wanted.replaceAll("_", " ");
  return all
    .map((emoji) => ({ emoji, rank: rankOf(emoji, wanted, spaced) }))
    .filter(({ rank }) => rank < none)
    .sort((a, b) => a.rank - b.rank || restOf(a.emoji, wanted) - restOf(b.emoji, wanted))
    .slice(0, max)
    .map(({ emoji }) => emoji);
}

const none = 6;

function rankOf({ label, codes, words }: Emoji, wanted: string, spaced: string): number {
  if (codes.includes(wanted)) return 0;
  if (words.includes(spaced)) return 1;
  if (codes.some((code) => code.startsWith(wanted))) return 2;
  if (label.toLocaleLowerCase().startsWith(spaced)) return 3;
  if (words.some((word) => word.startsWith(spaced))) return 4;
  return words.some((word) => word.includes(` ${spaced}`) || isInside(word, spaced)) ? 5 : none;
}

/** Returns the length of the shortest matching code. This sorts `heart` before `heart_eyes`. */
function restOf({ codes }: Emoji, wanted: string): number {
  const begun = codes.filter((code) => code.startsWith(wanted)).map((code) => code.length);
  return begun.length === 0 ? 0 : Math.min(...begun);
}

/** Returns true for a match inside a word, for languages written without spaces. */
function isInside(word: string, wanted: string): boolean {
  return /[^\p{ASCII}]/u.test(wanted) && word.includes(wanted);
}
