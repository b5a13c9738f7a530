import { compileFilter, memoFilterSchema } from "@tidemark/core/filter";
import { afterAll, describe, expect, test } from "vitest";
import { askBoth, type MemoWithId, openFilterDatabase } from "./filter-database.ts";

const nowMs = Date.UTC(2026, 2, 15, 12);

function memo(id: string, content: string, given: Partial<MemoWithId> = {}): MemoWithId {
  return {
    id,
    content,
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
    ...given,
  };
}

const memos = [
  memo("composed", "\u00e9"),
  memo("decomposed", "e\u0301"),
  memo("emoji", "😀"),
  memo("replacement", "\ufffd"),
  memo("percent", "100% sure"),
  memo("underscore", "a_b"),
  memo("letters", "axb"),
  memo("quotes", `it's "it"`),
  memo("backslash", "back\\slash"),
  memo("team", "in a space", { space: "spaces/team" }),
  // A Sunday before the epoch, and the last day of a leap year.
  memo("moon", "landed", { createdMs: Date.UTC(1969, 6, 20, 23, 59, 59, 250) }),
  memo("eve", "party", { createdMs: Date.UTC(2024, 11, 31) }),
];
const database = await openFilterDatabase(memos);
afterAll(() => database[Symbol.asyncDispose]());

async function expectBoth(cel: string, ids: readonly string[]): Promise<void> {
  const match = `match ${ids.toSorted().join(",")}`;
  expect(await askBoth(database, memos, cel, nowMs)).toEqual({ sql: match, memory: match });
}

function refusalOf(cel: string): string | null {
  const compiled = compileFilter(cel, { schema: memoFilterSchema, nowMs });
  return compiled.ok ? null : compiled.error.kind;
}

describe("F4 · types are checked before a filter runs", () => {
  test.each([
    "content",
    "1",
    "content == 1",
    "pinned == 'true'",
    "size(content) == 1.0",
    "created_ts == '2026-03-15T12:00:00Z'",
    "created_ts > now - 1",
    "pinned == null",
    "content != null",
    "space < 'spaces/team'",
    "space > null",
    "space.startsWith('spaces')",
    "tags == ['a']",
  ])("%s is refused", (cel) => {
    expect(refusalOf(cel)).not.toBeNull();
  });

  test("a nullable field can be compared with null, including in a list", async () => {
    const others = memos.filter(({ space }) => space === null).map(({ id }) => id);
    await expectBoth("space == null", others);
    await expectBoth("space != null", ["team"]);
    await expectBoth("space in [null, 'spaces/team']", [...others, "team"]);
    await expectBoth("space in ['spaces/team']", ["team"]);
  });
});

describe("F5 · text is compared without normalization", () => {
  test.each<[string, string[]]>([
    ["content == '\u00e9'", ["composed"]],
    ["content == 'e\u0301'", ["decomposed"]],
    // In UTF-16 order the emoji would be first.
    ["content > '\ufffd'", ["emoji"]],
    ["content >= '\ufffd'", ["emoji", "replacement"]],
    ["size(content) == 1", ["composed", "emoji", "replacement"]],
    ["size(content) == 2", ["decomposed"]],
    ["content.contains('%')", ["percent"]],
    ["content.contains('100%s')", []],
    ["content.contains('a_b')", ["underscore"]],
    ["content.startsWith('a_')", ["underscore"]],
    ["content.endsWith('\"it\"')", ["quotes"]],
    ['content.contains("it\'s")', ["quotes"]],
    ["content.contains('k\\\\s')", ["backslash"]],
  ])("%s", expectBoth);
});

describe("F10 · parts of a time are in UTC, including before 1970", () => {
  test.each<[string, string[]]>([
    ["created_ts.getFullYear() == 1969", ["moon"]],
    ["created_ts.getMonth() == 6", ["moon"]],
    ["created_ts.getDate() == 20", ["moon"]],
    ["created_ts.getDayOfMonth() == 19", ["moon"]],
    ["created_ts.getDayOfWeek() == 0 && content == 'landed'", ["moon"]],
    ["created_ts.getDayOfWeek() == 2", ["eve"]],
    ["created_ts.getDayOfYear() == 200", ["moon"]],
    ["created_ts.getDayOfYear() == 365", ["eve"]],
    ["created_ts.getHours() == 23", ["moon"]],
    ["created_ts.getMinutes() == 59", ["moon"]],
    ["created_ts.getSeconds() == 59", ["moon"]],
    ["created_ts.getMilliseconds() == 250", ["moon"]],
    ["created_ts.getMonth() == 11", ["eve"]],
  ])("%s", expectBoth);

  test("a time zone is refused", () => {
    expect(refusalOf("created_ts.getHours('Europe/Berlin') == 1")).not.toBeNull();
  });
});

describe("F13 · sums and concatenated texts", () => {
  test.each<[string, string[]]>([
    ["content + '!' == 'party!'", ["eve"]],
    ["'in a ' + 'space' == content", ["team"]],
    ["size(content) + 1 == 3", ["decomposed"]],
    ["size(content) * 2 - 1 == 3", ["decomposed"]],
    ["size(content) == 7 / 3", ["decomposed"]],
    ["size(content) == 12 % 5", ["decomposed"]],
    ["['party', 'landed'].exists(x, content == x)", ["eve", "moon"]],
    ["['par', 'ty'].all(x, content.contains(x))", ["eve"]],
  ])("%s", expectBoth);

  test.each([
    "size(content) / 2 == 1",
    "size(content) % 2 == 1",
    "10 / size(content) == 1",
    "size(content) * 9223372036854775807 > 0",
    "size(content) + 9223372036854775807 > 0",
    "content - 'a' == 'b'",
    "content + 1 == 'a1'",
  ])("%s is refused", (cel) => {
    expect(refusalOf(cel)).not.toBeNull();
  });
});
