import { describe, expect, test } from "vitest";
import { z } from "zod";
import { defineMeta, defineMetaFamily } from "./define-meta.ts";
import {
  count,
  flag,
  json,
  mark,
  type MetaForm,
  number,
  oneOf,
  text,
  yesOrNo,
} from "./meta-form.ts";

/** Expects each value to be stored as the given text, which exists in current databases. */
function expectKept<T>(form: MetaForm<T>, values: readonly (readonly [value: T, kept: string])[]) {
  const key = defineMeta("test", form);
  for (const [value, kept] of values) {
    expect(key.format(value)).toBe(kept);
    expect(key.parse(kept)).toEqual(value);
  }
}

describe("a named value", () => {
  test("keeps the text that existing databases store", () => {
    expectKept(text, [
      ["", ""],
      ["0190-0000-a", "0190-0000-a"],
    ]);
    expectKept(flag, [[true, "1"]]);
    expectKept(mark, [[true, "1"]]);
    expectKept(yesOrNo, [
      [true, "1"],
      [false, "0"],
    ]);
    expectKept(number, [
      [0, "0"],
      [1.5, "1.5"],
      [Infinity, "Infinity"],
      [2 ** 53 - 1, "9007199254740991"],
    ]);
    expectKept(count, [
      [0, "0"],
      [3, "3"],
    ]);
    expectKept(oneOf(["1", "wiped"]), [["wiped", "wiped"]]);
    expectKept(json(z.object({ b: z.string(), a: z.int() })), [
      [{ b: "x", a: 1 }, '{"b":"x","a":1}'],
    ]);
  });

  test("counts an unknown text as absent, except for marks and counts", () => {
    expect(defineMeta("test", flag).parse("yes")).toBeNull();
    expect(defineMeta("test", oneOf(["wipe"])).parse("keep")).toBeNull();
    expect(defineMeta("test", mark).parse("")).toBe(true);
    expect(defineMeta("test", count).parse("many")).toBe(0);
  });

  test.each([
    ["a number", number, "many"],
    ["JSON", json(z.object({})), "{"],
    ["what the schema says", json(z.array(z.string())), "[1]"],
  ] as const)("throws with its name if the text is not %s", (_what, form, kept) => {
    const key = defineMeta<unknown>("left_server", { parse: form.parse, format: () => "" });
    expect(() => key.parse(kept)).toThrow(
      'what the database keeps as "left_server" cannot be read',
    );
  });

  test("has a separate key for each argument of its family", () => {
    expect(defineMetaFamily("snapshot:", text).at("s:garden").name).toBe("snapshot:s:garden");
  });
});
