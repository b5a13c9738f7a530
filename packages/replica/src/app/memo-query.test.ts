import { expect, test } from "vitest";
import { memoQueryOf } from "./memo-query.ts";

const input = { view: "timeline", tag: null, pinned: null, pageSize: 50 } as const;

test("F8 · the search accepts epoch seconds, and rejects unknown user numbers", () => {
  const asked = (search: string) =>
    memoQueryOf({ ...input, search }, { nowMs: 0, user: "users/ana" });
  expect(asked("= created_ts > 1700000000 && created_ts < now()")).toMatchObject({
    ok: true,
    value: { list: { filter: "(created_ts > 1700000000 && created_ts < now())" } },
  });
  expect(asked("= pinned || creator_id == 1")).toMatchObject({
    ok: false,
    error: {
      code: "INVALID_ARGUMENT",
      filter: { position: { offset: 10 }, suggestion: 'write creator == "users/…"' },
    },
  });
});

test.each([
  [
    "view",
    { state: "ARCHIVED", trash: "none", filter: '(content.finds("fog")) && ("sea" in tags)' },
  ],
  ["all", { reach: "everything", trash: "none", filter: '(content.finds("fog"))' }],
  ["archive", { state: "ARCHIVED", trash: "none", filter: '(content.finds("fog"))' }],
  ["trash", { trash: "only", filter: '(content.finds("fog"))' }],
  ["comments", { reach: "comments", trash: "none", filter: '(content.finds("fog"))' }],
] as const)("a search in %j uses that scope, and the tag only in its view", (scope, list) => {
  const asked = { ...input, view: "archive", tag: "sea", search: "fog has:banana", scope } as const;
  expect(memoQueryOf(asked, { nowMs: 0, user: "users/ana" })).toMatchObject({
    ok: true,
    value: { list, terms: ["fog"] },
  });
});

test("F33, A19 · tasks are limited to the user's own memos, and the trash has its own order", () => {
  const asked = (view: "tasks" | "trash") =>
    memoQueryOf({ ...input, view, search: "" }, { nowMs: 0, user: "users/ana" });
  expect(asked("tasks")).toMatchObject({
    value: { list: { filter: '(has_incomplete_tasks) && (creator == "users/ana")' } },
  });
  expect(asked("trash")).toMatchObject({
    value: { list: { trash: "only", order: [{ field: "delete_time", direction: "desc" }] } },
  });
});

test.each([
  ["timeline", {}, "own"],
  ["tasks", {}, "own"],
  ["explore", {}, "everybody"],
  ["timeline", { search: "fog" }, "own"],
  ["explore", { search: "fog", tag: "sea" }, "everybody"],
  ["timeline", { search: "fog", scope: "all" }, undefined],
  ["explore", { search: "fog", scope: "all" }, undefined],
  ["timeline", { saved: "v" }, undefined],
  ["timeline", { search: "fog", withOthers: true }, undefined],
  ["explore", { search: "fog", withOthers: true }, "everybody"],
  ["archive", {}, undefined],
] as const)("F35 · while others' memos are stored here, %s %j lists %s", (view, asked, among) => {
  const query = memoQueryOf(
    { ...input, view, search: "", ...asked },
    { nowMs: 0, user: "users/ana", followsPublic: true },
  );
  expect(query.ok && query.value.list.among).toBe(among);
});

test("F35b · where they are not kept, no list is other than it was", () => {
  for (const view of ["timeline", "tasks", "archive", "trash"] as const) {
    const query = memoQueryOf({ ...input, view, search: "" }, { nowMs: 0, user: "users/ana" });
    expect(query.ok && query.value.list.among).toBeUndefined();
  }
});

test("F36a · of one person it asks among what is shown to everybody, and not where a search looks elsewhere", () => {
  const asked = (more: object) =>
    memoQueryOf(
      { ...input, view: "explore", search: "", author: 'b"ob', ...more },
      { nowMs: 0, user: "users/ana" },
    );
  expect(asked({ search: "fog", tag: "sea" })).toMatchObject({
    value: {
      list: {
        among: "everybody",
        filter: '(content.finds("fog")) && ("sea" in tags) && (creator == "users/b\\"ob")',
      },
    },
  });
  expect(asked({ search: "fog", scope: "all" })).toMatchObject({
    value: { list: { filter: '(content.finds("fog"))' } },
  });
});
