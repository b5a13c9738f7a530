import { globSync, readFileSync } from "node:fs";
import { basename, resolve } from "node:path";
import { describe, expect, test } from "vitest";

const root = resolve(import.meta.dirname, "../..");

/** What is wrong with the numbers of records; [] when they are 0001 to N and each title says its own. */
function misnumbered(
  records: readonly { readonly file: string; readonly text: string }[],
): string[] {
  return records.flatMap(({ file, text }, index) => {
    const expected = String(index + 1).padStart(4, "0");
    const [, title] = /^# (\d+)\. \S/.exec(text) ?? [];
    return [
      ...(file.startsWith(`${expected}-`) ? [] : [`${file} stands where ${expected} would`]),
      ...(title === String(Number(file.slice(0, 4)))
        ? []
        : [`${file} is titled ${title ?? "without"}`]),
    ];
  });
}

describe("the numbers of ADRs", () => {
  test("are consecutive, and each title says its file's", () => {
    const records = globSync("docs/adr/*.md", { cwd: root })
      .sort()
      .map((path) => ({
        file: basename(path),
        text: readFileSync(resolve(root, path), "utf8"),
      }));
    expect(records.length).toBeGreaterThan(30);
    expect(misnumbered(records)).toEqual([]);
  });

  test("are found out where one is left out, there twice, or another in the title", () => {
    const records = [
      { file: "0001-a.md", text: "# 1. A" },
      { file: "0003-b.md", text: "# 3. B" },
      { file: "0003-c.md", text: "# 4. C" },
    ];
    expect(misnumbered(records)).toEqual([
      "0003-b.md stands where 0002 would",
      "0003-c.md is titled 4",
    ]);
  });
});
