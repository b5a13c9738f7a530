import { describe, expect, test } from "vitest";
import { compileFilter } from "./compile-filter.ts";
import { evaluatePlan } from "./evaluate-plan.ts";
import type { FilterError } from "./filter-error.ts";
import type { FilterPlan } from "./plan.ts";
import {
  attachmentFilterSchema,
  memoFilterSchema,
  type FilterableAttachment,
  type FilterableMemo,
} from "./schema.ts";

const nowMs = Date.UTC(2026, 2, 15, 12);

function compile(cel: string, schema = memoFilterSchema): FilterPlan {
  const compiled = compileFilter(cel, { schema, nowMs });
  if (!compiled.ok) throw new Error(compiled.error.message);
  return compiled.value;
}

function refusal(cel: string): FilterError {
  const compiled = compileFilter(cel, { schema: memoFilterSchema, nowMs });
  if (compiled.ok) throw new Error(`${cel} compiled`);
  return compiled.error;
}

const memo: FilterableMemo = {
  content: "Some text",
  creator: "users/ada",
  createdMs: nowMs,
  updatedMs: nowMs,
  pinned: false,
  visibility: "PRIVATE",
  space: null,
  tags: [],
  hasTaskList: false,
  hasLink: false,
  hasCode: false,
  hasIncompleteTasks: false,
  hasLocation: false,
};

describe("F14 · a refusal says where and what to write", () => {
  test.each([
    ["pinned &&\n  create_time > now", "unknown-identifier", 12, 2, 3, "filters use created_ts"],
    ["visibilty == 'PUBLIC'", "unknown-identifier", 0, 1, 1, "did you mean visibility?"],
    ["visibility == PUBLIC", "unknown-identifier", 14, 1, 15, 'write "PUBLIC" in quotes'],
    ["pinned and has_link", "syntax", 7, 1, 8, "write && for and"],
    ["pinned = true", "syntax", 7, 1, 8, "write == to compare"],
    ["pinned || not has_link", "syntax", 14, 1, 15, "write ! for not"],
    ["created_ts > now - duration('7d')", "duration", 19, 1, 20, 'write duration("168h")'],
    ["'😀' == content && 1", "type", 19, 1, 19, undefined],
    ["tags.existsOne(t, true)", "unknown-function", 0, 1, 1, "write exists_one"],
  ] as const)("%j is %s", (cel, kind, offset, line, column, suggestion) => {
    const error = refusal(cel);
    expect([error.kind, error.position, error.suggestion]).toEqual([
      kind,
      { offset, line, column },
      suggestion,
    ]);
  });

  test("a refusal is plain data", () => {
    const error = refusal("foo");
    expect(structuredClone(error)).toEqual(error);
    expect(error.type).toBe("filter-error");
  });
});

describe("F2 · a plan says what it reads", () => {
  test("fields and the use of now are listed", () => {
    const plan = compile("pinned && 'a' in tags || created_ts > now - duration('1h')");
    expect([...plan.fields].toSorted()).toEqual(["created_ts", "pinned", "tags"]);
    expect(plan.usesNow).toBe(true);
    expect(compile("pinned").usesNow).toBe(false);
  });

  test.each([["constructor"], ["__proto__"], ["hasOwnProperty"], ["prototype"]])(
    "F20 · %s is no field",
    (name) => {
      expect(refusal(`${name} == null`).kind).toBe("unknown-identifier");
    },
  );
});

describe("F9 · bounds finer than a millisecond are lowered exactly", () => {
  test.each([
    ["created_ts > timestamp('2026-03-15T12:00:00.000000001Z')", false],
    ["created_ts > timestamp('2026-03-15T11:59:59.999999999Z')", true],
    ["created_ts >= timestamp('2026-03-15T12:00:00.000000001Z')", false],
    ["created_ts < timestamp('2026-03-15T12:00:00.000000001Z')", true],
    ["created_ts <= timestamp('2026-03-15T11:59:59.999999999Z')", false],
    ["created_ts == timestamp('2026-03-15T12:00:00.000000001Z')", false],
    ["created_ts != timestamp('2026-03-15T12:00:00.000000001Z')", true],
    ["timestamp('2026-03-15T12:00:00.000000001Z') > created_ts", true],
    ["updated_ts - created_ts < duration('1ns')", true],
    ["created_ts - updated_ts >= duration('1ns')", false],
  ])("%s is %s at noon", (cel, answer) => {
    expect(evaluatePlan(compile(cel))(memo)).toBe(answer);
  });
});

describe("F8 · a user is named by username or by number", () => {
  const resolveUser = (id: number): string | null => (id === 7 ? "ada" : null);

  test.each([
    ["creator == 'users/7'", true],
    ["creator != 'users/7'", false],
    ["creator in ['users/9', 'users/7']", true],
    ["creator == 'users/9'", false],
    ["creator == 'users/ada'", true],
    ["'users/7' == creator", true],
  ])("%s is %s for ada, who is number 7", (cel, answer) => {
    const compiled = compileFilter(cel, { schema: memoFilterSchema, nowMs, resolveUser });
    expect(compiled.ok && evaluatePlan(compiled.value)(memo)).toBe(answer);
  });
});

describe("F17 · attachments are filtered by the same engine", () => {
  const file: FilterableAttachment = {
    filename: "IMG_1.png",
    mimeType: "image/png",
    createdMs: nowMs,
    sizeBytes: 2048,
    memo: null,
  };

  test.each([
    ["mime_type.startsWith('image/')", true],
    ["size > 1024 && size <= 2048", true],
    ["memo == null", true],
    ["memo == 'memos/a'", false],
    ["filename.contains('img')", false],
    ["create_time > now - duration('1h')", true],
    ["size(filename) == 9", true],
  ])("%s is %s", (cel, answer) => {
    const plan = compile(cel, attachmentFilterSchema);
    expect(evaluatePlan<FilterableAttachment>(plan)(file)).toBe(answer);
  });

  test("memo fields are unknown there", () => {
    const compiled = compileFilter("pinned", { schema: attachmentFilterSchema, nowMs });
    expect(compiled.ok).toBe(false);
  });
});
