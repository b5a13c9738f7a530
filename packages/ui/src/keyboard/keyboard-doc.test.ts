import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { shortcutGroups } from "./shortcuts.ts";
import { shortcutNames, shortcutTitles } from "./strings.ts";

test("docs/keyboard.md lists what the sheet lists, in its order", () => {
  const lines = shortcutGroups.flatMap(({ title, rows }) => [
    `## ${shortcutTitles[title]}`,
    ...rows.map(
      ([keys, what]) =>
        `| ${keys.map((key) => `\`${key}\``).join(", ")} | ${shortcutNames[what]} |`,
    ),
  ]);
  const doc = join(import.meta.dirname, "../../../../docs/keyboard.md");
  const listed = readFileSync(doc, "utf8").split("\n");
  expect(listed.filter((line) => /^(## |\| `)/.test(line))).toEqual(lines);
});
