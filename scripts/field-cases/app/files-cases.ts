import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { z } from "zod";
import { parseJson } from "../../../packages/core/src/json/parse-json.ts";
import { renderMarkdown } from "../../../packages/core/src/markdown/render.ts";
import { runProgram } from "../run-program.ts";
import type { Seen } from "../read-cases.ts";
import type { AppCaseOf, ExpectedMemo, ImportOption, MemoOption } from "./app-case.ts";

const root = resolve(import.meta.dirname, "../../..");

const exportedSchema = z.array(
  z.object({
    content: z.string(),
    created: z.string(),
    tags: z.array(z.string()),
    files: z.array(z.object({ name: z.string() })),
  }),
);
type Exported = z.infer<typeof exportedSchema>[number];

/** Imports the files of a case with the command line and compares the exported memos with the expected. */
export async function runFilesCase(each: AppCaseOf<"import">): Promise<Seen> {
  const folder = await mkdtemp(join(tmpdir(), "tidemark-field-"));
  try {
    const source = join(folder, each.zipBase64 === undefined ? "source" : "x.zip");
    if (each.zipBase64 !== undefined) await writeFile(source, each.zipBase64, "base64");
    for (const [name, file] of Object.entries(each.files)) {
      const path = join(source, name);
      await mkdir(dirname(path), { recursive: true });
      if (typeof file === "string") await writeFile(path, file);
      else await writeFile(path, file.base64, "base64");
    }
    const data = join(folder, "data");
    const imported = await tidemark(["import", source, "--data", data], each.env);
    const memos = await exportedMemos(data, join(folder, "out"));
    const problems = Number(/(\d+) problems?\s*$/.exec(imported.output)?.[1] ?? Number.NaN);
    const zone = each.env["TZ"] ?? "UTC";
    const { anyOf = [each.expect] } = each.expect;
    const seen = { memos, problems, zone, errors: imported.errors };
    const wrong = anyOf.map((option) => judge(option, seen));
    return wrong.includes(null) ? null : `${wrong.join("; or ")} | ${imported.errors.trim()}`;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Runs `tidemark VERB …`. Throws if it fails. */
export async function tidemark(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<{ readonly output: string; readonly errors: string }> {
  const program = join(root, "apps/desktop/src/cli/tidemark.ts");
  const run = await runProgram([program, ...args], {
    cwd: root,
    env: { ...process.env, ...env },
  });
  if (run.code !== 0) throw new Error(`exit ${run.code}: ${run.errors.trim()}`);
  return run;
}

async function exportedMemos(data: string, to: string): Promise<Exported[]> {
  await tidemark(["export", "--data", data, "--format", "json", "--to", to]);
  return parseJson(exportedSchema, await readFile(join(to, "memos.json"), "utf8"));
}

function judge(
  expect: ImportOption,
  seen: {
    readonly memos: Exported[];
    readonly problems: number;
    readonly zone: string;
    readonly errors: string;
  },
): Seen {
  if (expect.problems !== undefined && expect.problems !== seen.problems) {
    return `${seen.problems} problems, expected ${expect.problems}`;
  }
  if (expect.memos === undefined && expect.problems === undefined) {
    const isNamed = expect.words?.includes("names the encoding") && /encoding/.test(seen.errors);
    return isNamed ? null : shownAsWritten(expect.words ?? "", seen.memos);
  }
  const wrong = (expect.memos ?? []).map((memo) => judgeMemo(memo, seen.memos, seen.zone));
  return wrong.find((each) => each !== null) ?? null;
}

/** Checks that the quoted parts of an expectation in words are visible in the rendered memos. */
function shownAsWritten(words: string, memos: readonly Exported[]): Seen {
  const quoted = [...words.matchAll(/"([^"]+)"/g)].map(([, part = ""]) => part);
  const parts = quoted.flatMap((part) => part.split(" or "));
  if (parts.length === 0) return `not judged: ${words}`;
  const shown = memos.map(({ content }) => renderMarkdown(content).replaceAll(/<[^>]*>/g, ""));
  const missing = parts.find((part) => !shown.some((text) => text.includes(part)));
  return missing === undefined ? null : `not shown as written: ${missing}`;
}

function judgeMemo(expect: ExpectedMemo, memos: readonly Exported[], zone: string): Seen {
  const memo = memos.find(({ content }) => content.includes(expect.find));
  if (memo === undefined) {
    return `no memo has "${expect.find}": ${JSON.stringify(memos.map(({ content }) => content))}`;
  }
  const wrong = judgeOption(expect, memo, zone);
  if (wrong !== null || expect.anyOf.length === 0) return wrong;
  const options = expect.anyOf.map((option) => judgeOption(option, memo, zone));
  return options.includes(null) ? null : options.join("; or ");
}

function judgeOption(expect: MemoOption, memo: Exported, zone: string): Seen {
  const names = memo.files.map(({ name }) => name);
  const day = new Intl.DateTimeFormat("sv-SE", { timeZone: zone }).format(new Date(memo.created));
  const checks: readonly (readonly [isRight: boolean, seen: string])[] = [
    ...expect.has.map((text) => [memo.content.includes(text), `lacks ${text}`] as const),
    ...expect.lacks.map((text) => [!memo.content.includes(text), `has ${text}`] as const),
    [expect.createdDay === undefined || expect.createdDay === day, `created on ${day}`],
    [memo.created.startsWith(expect.created ?? ""), `created at ${memo.created}`],
    [(expect.tags ?? []).every((tag) => memo.tags.includes(tag)), `tags ${memo.tags.join(" ")}`],
    [(expect.files ?? []).every((name) => names.includes(name)), `files ${names.join(", ")}`],
    [
      expect.fileCount === undefined || expect.fileCount === names.length,
      `${names.length} attachments`,
    ],
  ];
  const wrong = checks.filter(([isRight]) => !isRight).map(([, seen]) => seen);
  return wrong.length === 0 ? null : `${wrong.join(", ")} in ${JSON.stringify(memo.content)}`;
}
