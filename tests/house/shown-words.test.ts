import { globSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { parseSync } from "oxc-parser";
import { describe, expect, test } from "vitest";
import { findDeafComponents, findRawWords } from "./shown-words.ts";

const root = resolve(import.meta.dirname, "../../packages/ui/src");
const files = globSync("**/*.{ts,tsx}", { cwd: root }).filter((file) => !file.includes(".test."));
const sources = new Map(files.map((file) => [file, readFileSync(join(root, file), "utf8")]));

/** Files whose exports are or produce texts: from the catalogues, or formatted by the language's rules. */
const wordyFiles = new Set<string>();
for (let before = -1; before !== wordyFiles.size;) {
  before = wordyFiles.size;
  for (const [file, source] of sources) {
    if (file.endsWith(".tsx") && file !== "data/client.tsx") continue;
    const isWordy = parseSync(file, source).module.staticImports.some(
      ({ moduleRequest, entries }) =>
        entries.some(({ isType, localName }) =>
          ["sentences", "writtenAs"].includes(localName.value)
            ? true
            : !isType && wordyFiles.has(join(dirname(file), moduleRequest.value)),
        ),
    );
    if (isWordy) wordyFiles.add(file);
  }
}

describe("texts of the interface", () => {
  test.each([
    [`const a = <p>Not kept</p>`, ["1: Not kept"]],
    [`const a = <p>{isOn ? "On" : words}</p>`, ["1: On"]],
    ["const a = <p>{`${n} memos`}</p>", ["1: … memos"]],
    [`const a = <input placeholder="Search" />`, ["1: Search"]],
    ["const a = <a aria-label={`Open ${name}`} />", ["1: Open …"]],
    [`say("Saved")`, ["1: Saved"]],
    [`feedback.fail(ok ? words : "Failed")`, ["1: Failed"]],
    [`const table = { none: "Nothing was refused" }`, ["1: Nothing was refused"]],
    [`throw new UploadError("Too large, sorry")`, ["1: Too large, sorry"]],
    ["const strings = sentences({ none: msg`Nothing was refused` })", []],
    [`const strings = sentences({ a: msg({ message: "Show all", context: "x" }) })`, []],
    [`throw new Error("No root")`, []],
    [`const a = <p className="grow text-text">{strings.none}</p>`, []],
    ["const a = <p>{day} · {time}</p>", []],
  ])("are found if they aren't in a catalogue: %s", (source, found) => {
    expect(findRawWords("a.tsx", source)).toEqual(found);
  });

  test("are all in the catalogues", () => {
    expect(sources.size).toBeGreaterThan(120);
    const found = [...sources].flatMap(([file, source]) =>
      findRawWords(file, source).map((each) => `${file}:${each}`),
    );
    expect(found).toEqual([]);
  });
});

describe("a component that uses texts", () => {
  const strings = `import { strings } from "./strings.ts";\n`;
  test.each([
    [`${strings}export function Part() { return <p>{strings.none}</p>; }`, ["2: Part"]],
    [`${strings}export const Part = memo(function Part() { return strings.none; });`, ["2: Part"]],
    [`${strings}function Part() { useLanguage(); return <p>{strings.none}</p>; }`, []],
    [`${strings}function describe() { return strings.none; }`, []],
  ])("is found if it wouldn't follow a change of language: %s", (source, found) => {
    expect(findDeafComponents("a.tsx", source, (from) => from === "./strings.ts")).toEqual(found);
  });

  test("follows the language", () => {
    const found = [...sources]
      .filter(([file]) => file.endsWith(".tsx"))
      .flatMap(([file, source]) =>
        findDeafComponents(file, source, (from) => wordyFiles.has(join(dirname(file), from))).map(
          (each) => `${file}:${each}`,
        ),
      );
    expect(found).toEqual([]);
  });
});
