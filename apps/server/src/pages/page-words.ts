import sentences from "./page-sentences.json" with { type: "json" };

export type PageLanguage = keyof typeof sentences;

/** Texts of a page apart from the memo, from the catalogues; `npm run sentences` copies them here. */
export const pageWords = {
  en: wordsOf("en"),
  de: wordsOf("de"),
  ja: wordsOf("ja"),
  "zh-Hans": wordsOf("zh-Hans"),
} as const satisfies Readonly<Record<PageLanguage, unknown>>;

function wordsOf(language: PageLanguage) {
  const words = sentences[language];
  return {
    ...words,
    byAuthor: (name: string) => fill(words.byAuthor, name),
    tableOf: (columns: string) => fill(words.tableOf, columns),
    codeIn: (name: string) => fill(words.codeIn, name),
    note: (number: string) => fill(words.note, number),
    tasksDone: (done: number, count: number) => fill(words.tasksDone, done, count),
    door: { ...words.door, tooMany: (minutes: number) => fill(words.door.tooMany, minutes) },
  };
}

function fill(sentence: string, ...values: readonly (string | number)[]): string {
  return sentence.replaceAll(/\{(\d)\}/g, (_, at) => String(values[Number(at)]));
}

/** Returns the reader's preferred language among those of pages; English if there is none. */
export function pageLanguage(acceptLanguage: string | undefined): PageLanguage {
  const liked = (acceptLanguage ?? "")
    .slice(0, 500)
    .split(",")
    .map((part) => {
      const [tag = "", ...rest] = part.split(";");
      const weight = /^\s*q=(\d(?:\.\d+)?)\s*$/.exec(rest.at(-1) ?? "")?.[1];
      return { tag: tag.trim().toLowerCase(), weight: weight === undefined ? 1 : Number(weight) };
    })
    .filter(({ weight }) => weight > 0)
    .toSorted((a, b) => b.weight - a.weight);
  for (const { tag } of liked) {
    const [primary = "", ...parts] = tag.split("-");
    if (primary === "en" || primary === "de" || primary === "ja") return primary;
    // Readers of the traditional script don't get simplified Chinese.
    const isTraditional = ["hant", "tw", "hk", "mo"].some((part) => parts.includes(part));
    if (primary === "zh" && !isTraditional) return "zh-Hans";
  }
  return "en";
}

/** Formats a day in the language, in UTC because the reader's time zone is unknown. */
export function pageDay(ms: number, language: PageLanguage): string {
  return new Intl.DateTimeFormat(language, { dateStyle: "long", timeZone: "UTC" }).format(ms);
}

/** Formats a file's size in the language. */
export function pageSize(bytes: number, language: PageLanguage): string {
  const units = ["byte", "kilobyte", "megabyte", "gigabyte"] as const;
  let size = bytes;
  let at = 0;
  while (size >= 1000 && at < units.length - 1) {
    size /= 1000;
    at += 1;
  }
  return new Intl.NumberFormat(language, {
    style: "unit",
    unit: units[at]!,
    unitDisplay: "short",
    maximumFractionDigits: size < 10 && at > 0 ? 1 : 0,
  }).format(size);
}
