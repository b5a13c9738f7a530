import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { noticesOf, problemsOf, readThirdParties } from "./notices.ts";

const beside = ["better-sqlite3", "electron", "rolldown", "tailwindcss", "vite"];

function checkout(packages: Record<string, Record<string, string>>, bundled: string[]): string {
  const root = mkdtempSync(join(tmpdir(), "tidemark-notices-"));
  onTestFinished(() => rmSync(root, { recursive: true }));
  for (const name of beside) {
    packages[name] ??= { "package.json": manifest(name, "MIT"), LICENSE: "By all of us." };
  }
  for (const [name, files] of Object.entries(packages)) {
    for (const [file, text] of Object.entries(files)) {
      const path = join(root, "node_modules", name, file);
      mkdirSync(join(path, ".."), { recursive: true });
      writeFileSync(path, text);
    }
  }
  for (const part of ["main", "preload", "renderer"]) {
    mkdirSync(join(root, "out", part), { recursive: true });
    const list = part === "renderer" ? bundled.map((name) => `node_modules/${name}`) : [];
    writeFileSync(join(root, "out", part, ".packages.json"), JSON.stringify(list));
  }
  return root;
}

function manifest(name: string, license?: string): string {
  return JSON.stringify({ name, version: "1.0.0", license, author: "Ada" });
}

test("notices contain every licence file of a package, and identical texts once", () => {
  const root = checkout(
    {
      fonts: {
        "package.json": manifest("fonts", "Apache-2.0"),
        LICENSE: "The fonts' own.",
        "wasm/LICENSE_PARTS": "Of a part.",
        "node_modules/other/LICENSE": "Of another package.",
        "license.js": "code",
      },
      bare: {
        "package.json": manifest("bare", "ISC"),
        "Readme.md": "# Bare\n\n## License\n\nISC it is.\n\n## Thanks\n\nTo all.\n",
      },
    },
    ["fonts", "bare"],
  );
  const parties = readThirdParties(root, join(root, "out"));
  const text = noticesOf(parties);
  expect(parties.map(({ name }) => name)).toEqual([
    "bare",
    ...beside.slice(0, 2),
    "fonts",
    ...beside.slice(2),
  ]);
  expect(problemsOf(parties)).toEqual([]);
  expect(text).toContain("fonts 1.0.0 | Apache-2.0\n\nThe fonts' own.\n\nOf a part.");
  expect(text).toContain("bare 1.0.0 | ISC\n\nISC\n\nAda\n\nISC it is.\n\n--");
  expect(text).not.toMatch(/Of another package|code/);
  expect(text.split("By all of us.")).toHaveLength(2);
});

test("a prebundled package includes its dependencies", () => {
  const dependent = (name: string, ...on: string[]) =>
    JSON.stringify({
      name,
      version: "1.0.0",
      license: "MIT",
      dependencies: Object.fromEntries(on.map((each) => [each, "*"])),
    });
  const root = checkout(
    {
      mermaid: {
        "package.json": dependent("mermaid", "near", "far", "@types/far"),
        "node_modules/near/package.json": dependent("near", "far"),
      },
      near: { "package.json": manifest("near", "GPL-3.0-only") },
      far: { "package.json": dependent("far", "mermaid") },
    },
    ["mermaid"],
  );
  const parties = readThirdParties(root, join(root, "out"));
  const names = parties.map(({ name }) => name);
  expect(names.filter((name) => !beside.includes(name))).toEqual(["far", "mermaid", "near"]);
  expect(problemsOf(parties)).toEqual([]);
});

test("names packages without a licence or with one that isn't permitted", () => {
  const root = checkout(
    {
      silent: { "package.json": manifest("silent") },
      strict: { "package.json": manifest("strict", "GPL-3.0-only") },
    },
    ["silent", "strict"],
  );
  expect(problemsOf(readThirdParties(root, join(root, "out")))).toEqual([
    "silent 1.0.0 names no licence",
    expect.stringMatching(/^strict 1\.0\.0 is under GPL-3\.0-only, /),
  ]);
});

test("rejects a build without a list of its packages", () => {
  const root = checkout({}, []);
  rmSync(join(root, "out/preload/.packages.json"));
  expect(() => readThirdParties(root, join(root, "out"))).toThrow("npm run build");
});
