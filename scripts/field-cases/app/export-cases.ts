import { globSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openHost } from "../../../apps/desktop/src/host/open-host.ts";
import { text, write } from "../../../tests/system/host-memos.ts";
import type { Seen } from "../read-cases.ts";
import type { AppCaseOf } from "./app-case.ts";
import { tidemark } from "./files-cases.ts";

const mark = "\uFEFF";

/** Exports memos as Markdown, changes the files as the case says, and compares them after an import. */
export async function runExportCase({ steps, contents }: AppCaseOf<"export">): Promise<Seen> {
  const folder = await mkdtemp(join(tmpdir(), "tidemark-field-"));
  try {
    const [from, to, out] = ["from", "to", "out"].map((name) => join(folder, name));
    if (from === undefined || to === undefined || out === undefined) return "no folder";
    const ids = await writeMemos(from, contents);
    await tidemark(["export", "--data", from, "--to", out]);

    const files = globSync("**/*.md", { cwd: out }).map((name) => join(out, name));
    const step = steps.join(" ");
    const isOne = step.includes("in one `.md` file");
    for (const file of isOne ? files.slice(0, 1) : files) {
      const exported = await readFile(file, "utf8");
      if (step.includes("U+FEFF")) await writeFile(file, mark + exported);
      else if (step.includes("CRLF")) await writeFile(file, exported.replaceAll("\n", "\r\n"));
      else return `the step is not known: ${step}`;
    }
    const { output } = await tidemark(["import", out, "--data", to]);
    if (!/ 0 problems\s*$/.test(output)) return output.trim();
    return await compare(to, ids, contents);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function writeMemos(dir: string, contents: readonly string[]): Promise<string[]> {
  await mkdir(dir);
  const host = await openHost({ dir });
  const ids: string[] = [];
  for (const content of contents) ids.push(await write(host, content));
  await host.close();
  return ids;
}

/** Compares the memos with the texts that were exported; a leading mark may be lost. */
async function compare(
  dir: string,
  ids: readonly string[],
  contents: readonly string[],
): Promise<Seen> {
  const host = await openHost({ dir });
  try {
    for (const [at, id] of ids.entries()) {
      const expected = contents[at] ?? "";
      const memo = await text(host, id);
      if (memo !== expected && memo !== expected.replace(mark, "")) {
        return `${JSON.stringify(memo)} is not ${JSON.stringify(expected)}`;
      }
    }
    return null;
  } finally {
    await host.close();
  }
}
