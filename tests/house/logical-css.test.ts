import { globSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, test } from "vitest";

const root = resolve(import.meta.dirname, "../../packages/ui/src");

const sides = "left|right|top|bottom";
/** CSS declarations that name a physical side. */
const declaration = new RegExp(
  [
    `^\\s*(?:(?:scroll-)?(?:margin|padding)|inset)-(?:${sides})\\s*:`,
    `^\\s*border-(?:${sides})(?:-[a-z-]+)?\\s*:`,
    `^\\s*(?:${sides})\\s*:`,
    `^\\s*(?:text-align|float|clear)\\s*:\\s*(?:left|right)\\b`,
  ].join("|"),
);
/** Tailwind utilities that name a physical side of a line. */
const utility =
  /(?:^|[\s"'`:])(-?(?:scroll-)?[mp][lr]-[\w[(.]\S*|-?(?:left|right)-[\w[(.]\S*|text-(?:left|right)\b|(?:float|clear)-(?:left|right)\b|border-[lr](?:-\S+)?(?=[\s"'`])|rounded-(?:[lr]|[tb][lr])(?:-\S+)?(?=[\s"'`]))/;
/** Style object properties that name a physical side. */
const property =
  /\b((?:margin|padding|border)(?:Left|Right)\w*|(?:left|right))\s*:\s*(?:["'`{\d]|-\d)/;

/**
 * Returns lines with physical sides, as `file:line: text`; they would be wrong in right-to-left languages.
 */
function physical(file: string, source: string): string[] {
  return source.split("\n").flatMap((text, index) => {
    const isFound = file.endsWith(".css")
      ? declaration.test(text) || (text.includes("@apply") && utility.test(text))
      : utility.test(text) || property.test(text);
    return isFound ? [`${file}:${index + 1}: ${text.trim()}`] : [];
  });
}

describe("a physical side", () => {
  test.each([
    ["a.css", "  margin-left: 4px;", 1],
    ["a.css", "  border-top-left-radius: 4px;", 1],
    ["a.css", "  text-align: right;", 1],
    ["a.css", "  top: 0;", 1],
    ["a.css", "  margin-inline-start: 4px;", 0],
    ["a.css", "  inset-block-start: 0;", 0],
    ["a.css", "  @apply ml-2;", 1],
    ["a.tsx", `className="flex pl-2"`, 1],
    ["a.tsx", `className="fixed left-1/2"`, 1],
    ["a.tsx", `className="max-rail:-mr-1"`, 1],
    ["a.tsx", `className="border-l"`, 1],
    ["a.tsx", `className="rounded-tl-card text-left"`, 1],
    ["a.tsx", `className="ms-auto ps-1 start-0 border-e text-end rounded-s-card"`, 0],
    ["a.tsx", `className="place-items-center" role="table"`, 0],
    ["a.tsx", `style={{ marginLeft: 4 }}`, 1],
    ["a.tsx", `ArrowRight: index + 1,`, 0],
  ])("in %s, %s: %i", (file, source, count) => {
    expect(physical(file, source)).toHaveLength(count);
  });

  test("isn't used in the styles of the interface", () => {
    const files = globSync("**/*.{css,ts,tsx}", { cwd: root }).filter(
      (file) => !file.includes(".test."),
    );
    expect(files.length).toBeGreaterThan(120);
    const found = files.flatMap((file) => physical(file, readFileSync(join(root, file), "utf8")));
    expect(found).toEqual([]);
  });
});
