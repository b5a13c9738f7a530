import { execFileSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { commentsOf } from "./citations.ts";

// The measurable part of how the project is written: opening words of comments, phrases that read as
// translated, the length of the app's sentences and the form of commit subjects.

const root = resolve(import.meta.dirname, "../..");

/** First words of a comment without a subject. Kysely, automerge-repo and fastify have 0 to 1.6 % of them. */
const withoutSubject =
  /^(What|Who|Whoever|Where|How|Why|Whether|Those|That|Of|Also|Not|Nobody|Nothing)\b/;

/** Phrases that read as translated wherever they occur. */
const phrases =
  /\b((?<!there )is no (?!longer\b)|any more\b|by itself\b|stands\b(?! for| out)|taken back\b|begins? anew\b)/i;

/** A sentence whose subject is a relative clause. A question may begin with these words. */
const relativeSubject = /(?:^|[.!?:·]\s+)(?:What|Who|Whoever)\s[^.!?]*(?:[.!]|$)/;

const longestSentence = 30;

/** Pages that quote replaced words or titles of tests, and the record of older versions. */
const quoting = new Set(["CHANGELOG.md", "docs/api-coverage.md", "docs/glossary.md"]);

/** Subjects of commits after this one have to follow the rule. */
const ruleSince = "33e3e682";
const subjectForm = /^[a-z][a-z0-9-]*(?:(?:\/|, | )[a-z0-9-]+)*: [a-z][^;]*[^.;]$/;
const oddSubject =
  /\b(what|whatever|who|whoever|whose|wherever|those|somebody|nobody|told|tells)\b/i;

/** Returns what is wrong with a sentence of the app. */
function problemsOf(sentence: string): string[] {
  const problems: string[] = [];
  const phrase = phrases.exec(sentence)?.[0];
  if (phrase !== undefined) problems.push(phrase.trim());
  if (relativeSubject.test(sentence)) problems.push("a clause as the subject");
  const longest = Math.max(
    ...sentence.split(/[.!?:·]\s|[{}]/).map((one) => one.split(/\s+/).length),
  );
  if (longest > longestSentence) problems.push(`${longest} words`);
  return problems;
}

/** Returns a Markdown text without code, quotations of code and addresses. */
function proseOf(markdown: string): string {
  return markdown
    .replace(/^```[\s\S]*?^```/gm, "")
    .replace(/`[^`\n]*`/g, "")
    .replace(/\]\([^)]*\)/g, "]");
}

const isTidy = (subject: string) =>
  subject.length <= 72 && subjectForm.test(subject) && !oddSubject.test(subject);

const sources = () =>
  globSync("{packages,apps,tests,scripts,bench}/**/*.{ts,tsx}", {
    cwd: root,
    exclude: (path) => /(^|\/)(node_modules|dist|out|\.turbo)(\/|$)/.test(String(path)),
  });

test("fewer than 3 % of the comments begin without a subject", () => {
  const comments = sources().flatMap((file) =>
    commentsOf(readFileSync(resolve(root, file), "utf8")).map(
      ({ text }) => [file, text.replace(/^[\s/*]+/, "")] as const,
    ),
  );
  expect(comments.length).toBeGreaterThan(5000);
  const odd = comments.filter(([, text]) => withoutSubject.test(text));
  const share = odd.length / comments.length;
  expect(share, odd.map(([file, text]) => `${file}: ${text.slice(0, 60)}`).join("\n")).toBeLessThan(
    0.03,
  );
});

test("the app's English sentences are short and read as English", () => {
  const catalogue = readFileSync(resolve(root, "packages/ui/src/locales/en.po"), "utf8");
  const sentences = [...catalogue.matchAll(/^msgid ((?:".*"\n?)+)/gm)]
    .map(([, lines = ""]) => lines.trim().split("\n").map(unquoted).join(""))
    .filter((sentence) => sentence !== "");
  expect(sentences.length).toBeGreaterThan(1000);
  const odd = sentences.map((text) => [text, problemsOf(text)] as const);
  expect(odd.filter(([, problems]) => problems.length > 0)).toEqual([]);
});

test("no page of the documentation has a phrase that reads as translated", () => {
  const pages = globSync(["*.md", "docs/*.md", "docs/server/*.md", "{apps,packages}/*/*.md"], {
    cwd: root,
  }).filter((page) => !quoting.has(page));
  expect(pages.length).toBeGreaterThan(20);
  const odd = pages.flatMap((page) =>
    proseOf(readFileSync(resolve(root, page), "utf8"))
      .split("\n")
      .filter((line) => phrases.test(line))
      .map((line) => `${page}: ${line.trim()}`),
  );
  expect(odd).toEqual([]);
});

test("commit subjects name an area and say in the imperative what changes", () => {
  const subjects = subjectsSince(ruleSince);
  expect(subjects.filter((subject) => !isTidy(subject))).toEqual([]);
});

/** Returns the subjects after a commit; none without a history, as in a shallow clone. */
function subjectsSince(commit: string): string[] {
  try {
    return execFileSync("git", ["log", "--no-merges", "--format=%s", `${commit}..HEAD`], {
      cwd: root,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    })
      .split("\n")
      .filter((line) => line !== "");
  } catch {
    return [];
  }
}

function unquoted(line: string): string {
  const text: unknown = JSON.parse(line);
  return typeof text === "string" ? text : "";
}

test.each([
  ["This is no tag.", ["is no"]],
  ["There is no such tag.", []],
  ["It is no longer here.", []],
  ["What is here goes.", ["a clause as the subject"]],
  ["What now?", []],
  ["Done. Who reads it decides.", ["a clause as the subject"]],
  [`${"word ".repeat(30)}word`, ["31 words"]],
  ["You'll keep a full copy on this device.", []],
])("judges the sentence %j", (sentence, problems) => {
  expect(problemsOf(sentence)).toEqual(problems);
});

test.each([
  ["sync: resume index packing after a crash", true],
  ["core/sync: skip empty batches", true],
  ["what was made for one look is gone", false],
  ["sync: Resume packing", false],
  ["sync: resume packing; ui: hold keys", false],
  ["sync: resume what was begun", false],
  [`sync: ${"resume ".repeat(12)}`, false],
])("judges the subject %j", (subject, isGood) => {
  expect(isTidy(subject)).toBe(isGood);
});
