/** What a page says in one language, beside what its author wrote. */
export interface PageWords {
  readonly sharedWith: string;
  readonly byAuthor: (name: string) => string;
  readonly missing: string;
  readonly missingBody: string;
  readonly busy: string;
  readonly busyBody: string;
  readonly cut: string;
  readonly asWritten: string;
  readonly files: string;
  readonly notes: string;
  readonly note: (number: string) => string;
  readonly backToText: string;
  readonly code: string;
  readonly codeIn: (language: string) => string;
  readonly table: string;
  readonly tableOf: (columns: string) => string;
  readonly tasksDone: (done: number, all: number) => string;
  readonly callouts: Readonly<Record<"note" | "tip" | "important" | "warning" | "caution", string>>;
}

const english: PageWords = {
  sharedWith: "Shared with Tidemark",
  byAuthor: (name) => `A memo by ${name}`,
  missing: "There is nothing here",
  missingBody:
    "This link has ended, or never led anywhere. Whoever gave it to you can make a new one.",
  busy: "One moment, please",
  busyBody: "This page is asked for more often than it can be shown. Try again a little later.",
  cut: "This memo is longer than a page like this shows. The rest of it is left out.",
  asWritten: "This memo takes too long to be set as a page. Here is its text as it was written.",
  files: "Files",
  notes: "Notes",
  note: (number) => `Note ${number}`,
  backToText: "Back to the text",
  code: "Code",
  codeIn: (language) => `Code: ${language}`,
  table: "Table",
  tableOf: (columns) => `Table: ${columns}`,
  tasksDone: (done, all) => `${done} of ${all} done`,
  callouts: {
    note: "Note",
    tip: "Tip",
    important: "Important",
    warning: "Warning",
    caution: "Caution",
  },
};

const german: PageWords = {
  sharedWith: "Geteilt mit Tidemark",
  byAuthor: (name) => `Eine Notiz von ${name}`,
  missing: "Hier ist nichts",
  missingBody:
    "Dieser Link ist abgelaufen oder hat nie irgendwohin geführt. Wer ihn dir gegeben hat, kann einen neuen anlegen.",
  busy: "Einen Moment bitte",
  busyBody:
    "Diese Seite wird öfter aufgerufen, als sie gezeigt werden kann. Versuche es etwas später noch einmal.",
  cut: "Diese Notiz ist länger, als eine solche Seite zeigt. Der Rest fehlt hier.",
  asWritten:
    "Diese Notiz als Seite zu setzen dauert zu lange. Hier ist ihr Text, wie er geschrieben wurde.",
  files: "Dateien",
  notes: "Anmerkungen",
  note: (number) => `Anmerkung ${number}`,
  backToText: "Zurück zum Text",
  code: "Code",
  codeIn: (language) => `Code: ${language}`,
  table: "Tabelle",
  tableOf: (columns) => `Tabelle: ${columns}`,
  tasksDone: (done, all) => `${done} von ${all} erledigt`,
  callouts: {
    note: "Hinweis",
    tip: "Tipp",
    important: "Wichtig",
    warning: "Warnung",
    caution: "Vorsicht",
  },
};

const japanese: PageWords = {
  sharedWith: "Tidemark で共有",
  byAuthor: (name) => `${name} のメモ`,
  missing: "ここには何もありません",
  missingBody:
    "このリンクは期限が切れたか、もともと存在しません。リンクをくれた人に新しいものを作ってもらってください。",
  busy: "少しお待ちください",
  busyBody: "このページへのアクセスが多すぎます。しばらくしてからもう一度お試しください。",
  cut: "このメモは長すぎるため、ページには途中までしか表示されていません。",
  asWritten: "このメモはページとして組むのに時間がかかりすぎます。書かれたままの文章を表示します。",
  files: "ファイル",
  notes: "注",
  note: (number) => `注 ${number}`,
  backToText: "本文に戻る",
  code: "コード",
  codeIn: (language) => `コード: ${language}`,
  table: "表",
  tableOf: (columns) => `表: ${columns}`,
  tasksDone: (done, all) => `${all} 件中 ${done} 件完了`,
  callouts: {
    note: "メモ",
    tip: "ヒント",
    important: "重要",
    warning: "警告",
    caution: "注意",
  },
};

const chinese: PageWords = {
  sharedWith: "通过 Tidemark 分享",
  byAuthor: (name) => `${name} 的笔记`,
  missing: "这里什么也没有",
  missingBody: "此链接已失效，或从未存在。请向给你链接的人要一个新的。",
  busy: "请稍候",
  busyBody: "此页面的访问过于频繁，请稍后再试。",
  cut: "这条笔记太长，本页只显示了一部分，其余内容已省略。",
  asWritten: "将这条笔记排版成页面耗时过长，以下是原始文本。",
  files: "文件",
  notes: "脚注",
  note: (number) => `脚注 ${number}`,
  backToText: "返回正文",
  code: "代码",
  codeIn: (language) => `代码：${language}`,
  table: "表格",
  tableOf: (columns) => `表格：${columns}`,
  tasksDone: (done, all) => `已完成 ${done}/${all}`,
  callouts: {
    note: "说明",
    tip: "提示",
    important: "重要",
    warning: "警告",
    caution: "小心",
  },
};

/** The languages that pages speak, by their tags. */
export const pageWords = {
  en: english,
  de: german,
  ja: japanese,
  "zh-Hans": chinese,
} as const satisfies Readonly<Record<string, PageWords>>;

export type PageLanguage = keyof typeof pageWords;

/** The language that a reader likes best of those that pages speak; English where there is none. */
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
    // Whoever reads the traditional script is not helped by the other one.
    const isTraditional = ["hant", "tw", "hk", "mo"].some((part) => parts.includes(part));
    if (primary === "zh" && !isTraditional) return "zh-Hans";
  }
  return "en";
}

/** A day as the language writes it. The page knows no reader's zone: it is the day in UTC. */
export function pageDay(ms: number, language: PageLanguage): string {
  return new Intl.DateTimeFormat(language, { dateStyle: "long", timeZone: "UTC" }).format(ms);
}

/** A file's size as the language writes it. */
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
