import { afterAll, describe, expect, test } from "vitest";
import { growthOf, loadCounted, superlinear } from "./count-work.ts";
import type * as samples from "./samples.ts";

const counted = loadCounted<typeof samples>(new URL("./samples.ts", import.meta.url));
afterAll(() => counted[Symbol.asyncDispose]());

const growth = (name: keyof typeof samples, unit: string): Promise<number> =>
  growthOf(150, async (length) => {
    const { steps } = await counted.call(name, unit.repeat(length));
    return steps;
  });

describe("counted work", () => {
  test.each([
    ["countFields", "a"],
    ["countCharacters", "a "],
    ["removeEndBlanks", " "],
    ["splitWords", "a  b "],
    ["findComments", "<!-- a -->"],
  ] as const)("doubles with the text in %s, which takes linear time", async (name, unit) => {
    expect(await growth(name, unit)).toBeCloseTo(2, 1);
  });

  test.each([
    ["slowLoops", "a"],
    ["slowCallbacks", "a"],
    ["slowSpread", "a"],
    ["slowFields", "a"],
    ["slowIterator", "a"],
    ["slowSets", "a"],
    ["slowIndexOf", "["],
    ["slowIncludes", "a"],
    ["slowTest", "["],
    ["slowEndBlanks", " "],
    ["slowComments", "<!--"],
    ["slowRepeats", "a"],
  ] as const)("quadruples with the text in %s, which takes quadratic time", async (name, unit) => {
    const found = await growth(name, unit);
    expect(found).toBeGreaterThan(superlinear);
    expect(found).toBeCloseTo(4, 1);
  });

  test("is the same each time, beside the value of the call", async () => {
    const first = await counted.call("splitWords", "tide mark");
    expect(first.value).toEqual(["TIDE", "MARK"]);
    expect(first.steps).toBeGreaterThan("tide mark".length);
    expect(await counted.call("splitWords", "tide mark")).toEqual(first);
  });

  test("throws the error of the call", async () => {
    await expect(counted.call("splitWords", null as never)).rejects.toThrow(TypeError);
  });

  test.each(["endlessLoop", "endlessSearch"] as const)("stops %s", async (name) => {
    const call = counted.call(name, "a".repeat(60));
    await expect(call).rejects.toThrow("too many steps");
  });
});
