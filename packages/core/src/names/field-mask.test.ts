import { describe, expect, test } from "vitest";
import { camelCase, resolveFieldMask } from "./field-mask.ts";

const fields = {
  writable: ["content", "createTime", "location"],
  outputOnly: ["name", "deleteTime"],
} as const;

describe("field masks", () => {
  test("camelCase converts snake_case and keeps camelCase", () => {
    expect(camelCase("create_time")).toBe("createTime");
    expect(camelCase("createTime")).toBe("createTime");
    expect(camelCase("a_b_c")).toBe("aBC");
  });
  test("a mask accepts both cases, spaces and repetitions", () => {
    expect(resolveFieldMask(fields, " create_time , content,createTime", { content: "x" })).toEqual(
      { ok: true, value: ["createTime", "content"] },
    );
  });
  test("without a mask the body's keys are the mask, and output-only keys are ignored", () => {
    const body = { name: "memos/a", content: "x", create_time: "…" };
    expect(resolveFieldMask(fields, undefined, body)).toEqual({
      ok: true,
      value: ["content", "createTime"],
    });
    expect(resolveFieldMask(fields, "", { content: "x" })).toEqual({
      ok: true,
      value: ["content"],
    });
  });
  test("a null is ignored without a mask, and is a value with one", () => {
    const body = { content: "x", location: null };
    expect(resolveFieldMask(fields, undefined, body)).toEqual({ ok: true, value: ["content"] });
    expect(resolveFieldMask(fields, "location", body)).toEqual({ ok: true, value: ["location"] });
    expect(resolveFieldMask(fields, "", { location: null })).toEqual({ ok: true, value: [] });
  });
  test("a mask may contain output-only fields besides writable ones, because clients send all keys", () => {
    expect(resolveFieldMask(fields, "name,content,delete_time", { content: "x" })).toEqual({
      ok: true,
      value: ["content"],
    });
  });
  test.each([
    ["an unknown path", "content,colour", {}, "updateMask", "colour"],
    ["nothing but an output-only path", "delete_time", {}, "updateMask", "delete_time"],
    ["nothing but an output-only key", undefined, { name: "memos/a" }, "name", "server"],
    ["an unknown path beside a known one", "content,colour", { content: "x" }, "updateMask", "col"],
    ["an unknown key of the body, even beside a mask", "content", { colour: 1 }, "colour", "field"],
    ["nothing named", undefined, {}, "updateMask", "at least one field"],
    ["only commas", " , ", { content: "x" }, "updateMask", "at least one field"],
  ])("%s is refused with the field's name", (_, mask, body, field, issue) => {
    const result = resolveFieldMask(fields, mask, body);
    expect(result).toMatchObject({
      ok: false,
      error: {
        code: "INVALID_ARGUMENT",
        fields: [{ field, issue: expect.stringContaining(issue) as unknown }],
      },
    });
  });
});
