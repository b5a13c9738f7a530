import { describe, expect, test } from "vitest";
import { compileWithIds } from "./compile-with-ids.ts";
import { evaluatePlan } from "./evaluate-plan.ts";
import { nameUsers } from "./name-users.ts";
import { memoFilterSchema } from "./plan/schema.ts";

const usernames = new Map([
  [1, "ada"],
  [7, "grace-h"],
]);
const findUser = async (id: number): Promise<string | null> => usernames.get(id) ?? null;

describe("F29 · a stored filter names its users by username", () => {
  test.each([
    ["pinned", "pinned"],
    ["creator_id == 1", 'creator == "users/ada"'],
    ["1 != creator_id", '"users/ada" != creator'],
    ["creator_id in [7, 1]", 'creator in ["users/grace-h", "users/ada"]'],
    ["pinned && ( (creator_id)==( 7 ) )", 'pinned && ( (creator)==( "users/grace-h" ) )'],
    [
      "!(creator_id == 1) ? creator_id == 7 // creator_id == 1\n : has_link",
      '!(creator == "users/ada") ? creator == "users/grace-h" // creator_id == 1\n : has_link',
    ],
    ['content.contains("creator_id == 1")', 'content.contains("creator_id == 1")'],
    [
      'tags.exists(creator_id, creator_id == "x") || creator_id == 1',
      'tags.exists(creator_id, creator_id == "x") || creator == "users/ada"',
    ],
    [
      "tags.exists(t, t == content && creator_id == 1)",
      'tags.exists(t, t == content && creator == "users/ada")',
    ],
    ["\f'😀' in tags && creator_id == 0x7", "\f'😀' in tags && creator == \"users/grace-h\""],
  ])("%j is stored as %j", async (cel, kept) => {
    expect(await nameUsers(cel, findUser)).toEqual({ ok: true, value: kept });
    const options = { schema: memoFilterSchema, nowMs: 0 };
    const [asked, named] = [
      await compileWithIds(cel, options, { user: findUser }),
      await compileWithIds(kept, options, {}),
    ];
    if (!asked.ok || !named.ok) throw new Error(`${cel} or ${kept} does not compile`);
    for (const creator of ["users/ada", "users/grace-h", "users/else"]) {
      const memo = { creator, content: "", tags: ["x", "😀"], pinned: true, hasLink: false };
      expect([creator, evaluatePlan<object>(named.value)(memo)]).toEqual([
        creator,
        evaluatePlan<object>(asked.value)(memo),
      ]);
    }
  });

  test.each([
    ["creator_id == 2", 14],
    ["pinned || creator_id in [1, 2]", 28],
    ["creator_id == 99999999999999999999", 14],
    ["creator_id == 9223372036854775807", 14],
    ["creator_id == (pinned ? 1 : 7)", 15],
    ["[1, 7].exists(x, creator_id == x)", 31],
  ])("%s is refused with its position", async (cel, offset) => {
    const named = await nameUsers(cel, findUser);
    expect(named).toMatchObject({ ok: false, error: { position: { offset } } });
  });
});

test("F8 · a filter that names very many ids is refused before they are looked up", async () => {
  const looked: number[] = [];
  const ids = Array.from({ length: 101 }, (_, n) => n + 1).join();
  const compiled = await compileWithIds(
    `creator_id in [${ids}]`,
    { schema: memoFilterSchema, nowMs: 0 },
    {
      user: async (id) => {
        looked.push(id);
        return null;
      },
    },
  );
  expect(compiled).toMatchObject({ ok: false, error: { kind: "limit" } });
  expect(looked).toEqual([]);
});
