import { describe, expect, test } from "vitest";
import { hasFields, isStrings, readOwnJson } from "./own-json.ts";

describe("JSON that this program wrote", () => {
  test("is accepted if it has the required fields, whatever else it has", () => {
    const fields = { id: "string", seq: "number", parent: "string?", stamps: "object" } as const;
    const row = { id: "a", seq: 1, parent: null, stamps: {}, more: [] };
    expect(hasFields(row, fields)).toBe(true);
    expect(hasFields({ ...row, parent: "b" }, fields)).toBe(true);
    for (const broken of [{ ...row, id: null }, { ...row, seq: "1" }, { id: "a" }, [], null, "a"]) {
      expect(hasFields(broken, fields)).toBe(false);
    }
  });

  test("is rejected with an error that names the value", () => {
    expect(readOwnJson('["a"]', isStrings, "tags")).toEqual(["a"]);
    expect(() => readOwnJson("[1]", isStrings, "tags")).toThrow(
      "what is stored as tags is something else: [1]",
    );
    expect(() => readOwnJson("[", isStrings, "tags")).toThrow(SyntaxError);
  });
});
