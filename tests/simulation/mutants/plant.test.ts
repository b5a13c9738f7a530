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

  test("has a unique name", () => {
    const names = mutants.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  });

  test("applies its edits in order and changes nothing else", () => {
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
  ])("throws if its anchor %j occurs %i times in its file", (find, count) => {
    const mutant = { name: "astray", bug: "", edits: [{ file, find, become: "" }] };
    const says = `astray: its anchor is ${count} times in ${file}, not once: ${find}`;
    expect(() => plant(mutant)).toThrow(says);
  });

  test("throws if its file is missing", () => {
    const edits = [{ file: "packages/core/src/gone.ts", find: "a", become: "b" }];
    expect(() => plant({ name: "astray", bug: "", edits })).toThrow("packages/core/src/gone.ts");
  });

  test("throws with the known names if its name is unknown", () => {
    expect(() => findMutant("no-such")).toThrow(/no known bug no-such\. Known are: ack-row-.*,/);
  });
});
