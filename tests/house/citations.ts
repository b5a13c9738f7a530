import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join, normalize, resolve } from "node:path";
import { readRecords } from "./adr-records.ts";

/** Text of a file that may contain citations, and its first line number (from 1). */
export interface Passage {
  readonly text: string;
  readonly line: number;
}

/** Valid targets of citations. Paths are relative to the repository's root, with `/`. */
export interface Library {
  readonly rules: ReadonlySet<string>;
  readonly promises: ReadonlySet<string>;
  readonly adrs: ReadonlySet<string>;
  exists(path: string): boolean;
  /** Returns the headings of a Markdown file, without `#`. */
  headings(path: string): readonly string[];
}

/**
 * Returns the broken citations in `source` (the text of `file`), as `file:line what`; empty if all resolve.
 * In Markdown, checks everything except fenced code; elsewhere only comments. A citation is the name of a
 * document (`docs/sync.md`), its sections (`docs/sync.md §3, §4`), a rule of SPEC.md (R4, M2–M10), a promise
 * of the API (P-MEMO-3), an ADR by four digits, and in Markdown a link or the path of a source in backticks.
 */
export function brokenCitations(file: string, source: string, library: Library): string[] {
  const isMarkdown = file.endsWith(".md");
  const passages = isMarkdown ? paragraphsOf(source) : commentsOf(source);
  return passages.flatMap(({ text, line }) =>
    [
      ...brokenDocuments(file, text, library),
      ...brokenSections(file, text, library),
      ...brokenIds(text, library),
      ...(isMarkdown
        ? [...brokenLinks(file, text, library), ...brokenPaths(file, text, library)]
        : []),
    ].map((what) => `${file}:${line} ${what}`),
  );
}

/** Returns the comments of a source, each as one line. Adjacent `//` lines form one comment. */
export function commentsOf(source: string): Passage[] {
  const found = source.matchAll(
    /\/\*[\s\S]*?\*\/|(?:^[ \t]*\/\/.*\n?)+|(?<=\s)\/\/ .*|<!--[\s\S]*?-->/gm,
  );
  return [...found].map(({ 0: comment, index }) => ({
    text: comment.replace(/\s*\n\s*(?:\*(?!\/)|\/\/)?\s*/g, " "),
    line: lineAt(source, index),
  }));
}

/** Returns the paragraphs without fenced code, each as one line. */
export function paragraphsOf(markdown: string): Passage[] {
  const unfenced = markdown.replace(/^(```|~~~)[\s\S]*?^\1.*$/gm, (code) =>
    code.replace(/./g, " "),
  );
  return [...unfenced.matchAll(/(?:^.*\S.*\n?)+/gm)].map(({ 0: paragraph, index }) => ({
    text: paragraph.replace(/\n/g, " "),
    line: lineAt(markdown, index),
  }));
}

function lineAt(source: string, index: number): number {
  return source.slice(0, index).split("\n").length;
}

// Excludes names in URLs, which follow or contain `://`.
const documentName = /(?<![\w/.:@-])((?:[\w.-]+\/)*[\w.-]*\w\.md)\b(?![\w/])/g;

function brokenDocuments(file: string, text: string, library: Library): string[] {
  return [...text.replace(/\]\([^)]*\)/g, "]").matchAll(documentName)]
    .map(([, name = ""]) => name)
    .filter((name) => documentOf(file, name, library) === undefined)
    .map((name) => `${name}: no such document`);
}

/**
 * Returns the path of the document that `file` calls `name`: from the root, relative to the file, or SPEC.md.
 */
function documentOf(file: string, name: string, library: Library): string | undefined {
  if (name === "SPEC.md") return "packages/core/SPEC.md";
  return [name, beside(file, name)].find((path) => library.exists(path));
}

function beside(file: string, name: string): string {
  return normalize(join(dirname(file), name)).replaceAll("\\", "/");
}

const sections =
  /(?:(RFC \d+|[\w./-]+\.md),? )?(§\d+(?:\.\d+)*(?:(?:, | and |–)§?\d+(?:\.\d+)*)*)/g;

function brokenSections(file: string, text: string, library: Library): string[] {
  return [...text.matchAll(sections)].flatMap(([cited, where, numbers = ""]) => {
    if (where?.startsWith("RFC") === true) return [];
    const document = where === undefined ? file : documentOf(file, where, library);
    if (document === undefined) return [];
    const headings = document.endsWith(".md") ? library.headings(document) : [];
    return (numbers.match(/\d+(?:\.\d+)*/g) ?? [])
      .filter((number) => !headings.some((heading) => heading.startsWith(`${number}. `)))
      .map((number) => `${cited}: no section ${number}`);
  });
}

function brokenIds(text: string, library: Library): string[] {
  const known = (set: ReadonlySet<string>, pattern: RegExp, kind: string): string[] =>
    [...text.matchAll(pattern)]
      .map(([, id = ""]) => id)
      .filter((id) => !set.has(id))
      .map((id) => `${id}: no such ${kind}`);
  return [
    ...known(library.rules, /(?<![\w#/.-])([MCTSRBWIFA][1-9]\d?[a-z]?)(?!\w|[.-]\w)/g, "rule"),
    ...known(library.promises, /(?<!\w)(P-[A-Z]+-\d+)(?!\w)/g, "promise"),
    ...known(library.adrs, /(?:\bADR[ -]?|\badr\/)(\d+)/g, "ADR"),
  ];
}

function brokenLinks(file: string, text: string, library: Library): string[] {
  // Inline code contains examples.
  const read = text.replaceAll(/`[^`\n]*`/g, "");
  return [...read.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = ""]) => target)
    .filter((target) => !/^[a-z]+:/.test(target))
    .filter((target) => {
      const [path = "", anchor] = target.split("#", 2);
      const linked = path === "" ? file : beside(file, path);
      if (!library.exists(linked)) return true;
      return anchor !== undefined && !anchorsOf(library.headings(linked)).includes(anchor);
    })
    .map((target) => `(${target}): the link leads nowhere`);
}

/** Returns the anchors that GitHub generates for headings, in order. */
export function anchorsOf(headings: readonly string[]): string[] {
  const seen = new Map<string, number>();
  return headings.map((heading) => {
    const anchor = heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\p{M}_ -]/gu, "")
      .replaceAll(" ", "-");
    const before = seen.get(anchor) ?? 0;
    seen.set(anchor, before + 1);
    return before === 0 ? anchor : `${anchor}-${before}`;
  });
}

/** Returns true for historical records, which keep the paths of their time. */
const isHistory = (file: string): boolean => /^(docs\/adr\/|CHANGELOG\.md)/.test(file);

function brokenPaths(file: string, text: string, library: Library): string[] {
  if (isHistory(file)) return [];
  return [...text.matchAll(/`((?:apps|packages|tests|scripts|bench|docs)\/[\w./@-]+\.\w+)`/g)]
    .map(([, path = ""]) => path)
    .filter((path) => !library.exists(path) && !library.exists(beside(file, path)))
    .map((path) => `${path}: no such file`);
}

/** Returns the valid citation targets in the repository at `root`. */
export function openLibrary(root: string): Library {
  const read = (path: string): string => readFileSync(resolve(root, path), "utf8");
  const ids = (path: string, pattern: RegExp): Set<string> =>
    new Set([...read(path).matchAll(pattern)].map(([, id = ""]) => id));
  return {
    rules: ids("packages/core/SPEC.md", /^- \*\*([A-Z]\d+[a-z]?)\*\*/gm),
    promises: ids("docs/api-coverage.md", /^\| (P-[A-Z]+-\d+) \|/gm),
    adrs: new Set(readRecords(root).map(({ number }) => number)),
    exists: (path) => existsSync(resolve(root, path)),
    headings: (path) =>
      existsSync(resolve(root, path))
        ? paragraphsOf(read(path).replace(/^(#+ .*)$/gm, "\n$1\n")).flatMap(({ text }) => {
            const [, heading] = /^#+ (.*?)\s*$/.exec(text) ?? [];
            return heading === undefined ? [] : [heading];
          })
        : [],
  };
}

/** Returns every file of the repository at `root` that may contain citations. */
export function citingFiles(root: string): string[] {
  const skipped = /(^|\/)(node_modules|dist|out|\.git|test-results)(\/|$)/;
  return globSync(
    [
      "*.{md,ts,mjs,js}",
      "{apps,packages,bench,docs,scripts,tests}/**/*.{md,ts,tsx,mjs,js,css,html}",
    ],
    { cwd: root, exclude: (path) => skipped.test(String(path)) },
  ).map((path) => path.replaceAll("\\", "/"));
}
