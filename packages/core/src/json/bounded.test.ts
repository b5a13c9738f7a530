import { describe, expect, test } from "vitest";
import { z } from "zod";
import { boundedArray } from "./bounded.ts";

/** Counts validated elements. */
function counting() {
  let judged = 0;
  const element = z.unknown().transform((value, context) => {
    judged += 1;
    if (value === "wrong") context.addIssue({ code: "custom", message: "is wrong" });
    return String(value);
  });
  return { element, judged: () => judged };
}

describe("a bounded array", () => {
  test("rejects too long input before it validates an element", () => {
    const { element, judged } = counting();
    const { error } = boundedArray(element, 3).safeParse(["a", "b", "c", "wrong"]);
    expect(error?.issues).toMatchObject([{ code: "too_big", origin: "array", maximum: 3 }]);
    const named = boundedArray(element, 3).max(3).safeParse(["a", "b", "c", "wrong"]);
    expect(named.error?.issues).toMatchObject(error?.issues ?? []);
    expect(judged()).toBe(0);
  });

  test("stops at the first invalid element, and names it", () => {
    const { element, judged } = counting();
    const list = z.object({ list: boundedArray(element, 100) });
    const { error } = list.safeParse({ list: [1, 2, ...Array(90).fill("wrong")] });
    expect(error?.issues).toMatchObject([{ path: ["list", 2], message: "is wrong" }]);
    expect(judged()).toBe(3);
  });

  test("is an ordinary array schema otherwise", () => {
    const list = boundedArray(z.string().transform(Number), 3);
    expect(list.parse(["1", "2", "3"])).toEqual([1, 2, 3]);
    expect(list.safeParse("1").error?.issues).toMatchObject([{ expected: "array" }]);
    expect(list.min(1).safeParse([]).success).toBe(false);
    expect(list.min(1).safeParse(["1", "2", "3", "4"]).success).toBe(false);
    expect(list.optional().parse(undefined)).toBeUndefined();
    expect(list.default([]).parse(undefined)).toEqual([]);
    expect(Object.isFrozen(list.readonly().parse(["1"]))).toBe(true);
    expect(z.toJSONSchema(list.max(3), { io: "input" })).toEqual(
      z.toJSONSchema(z.array(z.string().transform(Number)).max(3), { io: "input" }),
    );
  });
});
