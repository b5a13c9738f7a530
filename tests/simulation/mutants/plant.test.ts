import { describe, expect, test } from "vitest";
import { findMutant, mutants } from "./all-mutants.ts";
import { plant } from "./plant.ts";

const file = "packages/core/src/clock/hybrid-clock.ts";

describe("a mutant", () => {
  test.each(mutants.map((mutant) => [mutant.name, mutant] as const))(
    "%s finds each of its anchors once",
    (_name, mutant) => {
      const sources = plant(mutant);
      expect([...sources.keys()].length).toBe(new Set(mutant.edits.map((edit) => edit.file)).size);
    },
  );

  test("has a name of its own", () => {
    const names = mutants.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  });

  test("is planted edit after edit, and nothing else changes", () => {
    const edits = [
      { file, find: "let lastMs = 0;", become: "let lastMs = 1;" },
      { file, find: "let lastMs = 1;", become: "" },
    ];
    const [source] = plant({ name: "twice", bug: "", edits }).values();
    expect(source).toContain("export function createHybridClock");
    expect(source).not.toContain("let lastMs");
  });

  test.each([
    ["no line of this file", 0],
    ["lastMs", 9],
  ])("whose anchor is %j, %i times in its file, says so", (find, count) => {
    const mutant = { name: "astray", bug: "", edits: [{ file, find, become: "" }] };
    const says = `astray: its anchor is ${count} times in ${file}, not once: ${find}`;
    expect(() => plant(mutant)).toThrow(says);
  });

  test("whose file is not there says so", () => {
    const edits = [{ file: "packages/core/src/gone.ts", find: "a", become: "b" }];
    expect(() => plant({ name: "astray", bug: "", edits })).toThrow("packages/core/src/gone.ts");
  });

  test("that nobody knows is answered with those that are known", () => {
    expect(() => findMutant("no-such")).toThrow(/no known bug no-such\. Known are: ack-row-.*,/);
  });
});
