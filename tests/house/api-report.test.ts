import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { describePackage, listPackages } from "../../scripts/api-surface.ts";

const root = resolve(import.meta.dirname, "../..");

test("every report matches its package's exports: npm run api:report writes them", () => {
  const packages = listPackages(root);
  expect(packages.map(({ folder }) => folder)).toContain("packages/core");
  for (const { folder, report } of packages) {
    const written = readFileSync(join(root, report), "utf8");
    expect(written, `${report} is not up to date`).toBe(describePackage(join(root, folder)));
  }
});

test("follows re-exports, and describes each name by its declaration", () => {
  const folder = mkdtempSync(join(tmpdir(), "tidemark-api-"));
  try {
    const files = {
      "package.json": JSON.stringify({ name: "p", exports: { ".": "./a.ts", "./x": "./x.css" } }),
      "a.ts": `export * from "./b.ts";\nimport { two } from "./b.ts";\nexport { two as second };\nexport type { Z } from "zod";`,
      "b.ts": `
/** Said of it. */
export async function one(
  a: string, // and of this
  b = 2,
): Promise<void> {}
export const two = <T>(value: T): T => value;
export class Three extends Error { #hidden = 1; readonly seen = this.#hidden; say(): void {} }
export interface Four<T> { readonly a: T; b?(): void }
const five = 5;
export { five };
const unseen = 6;`,
    };
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    expect(describePackage(folder).split("\n\n").slice(2)).toEqual([
      "## p",
      [
        "- `interface Four<T> { a, b?() }`",
        "- `class Three extends Error { seen, say() }`",
        "- `Z from zod`",
        "- `const five`",
        "- `function one(a: string, b = 2): Promise<void>`",
        "- `second = const two = <T>(value: T): T`",
        "- `const two = <T>(value: T): T`",
      ].join("\n"),
      "## p/x",
      "The file `./x.css`.\n",
    ]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
