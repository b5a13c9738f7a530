import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type AskAs, listOf, startWithUsers, type TwoUsers } from "../two-users.ts";

/** Server for the tests that create only private things, each with its own account. */
let users: TwoUsers;
beforeAll(async () => {
  users = await startWithUsers();
});
afterAll(() => users[Symbol.asyncDispose]());

/** Returns the contents that match a filter, sorted. */
async function found(ask: AskAs, filter: string): Promise<string[]> {
  const reply = await ask("GET", `/memos?filter=${encodeURIComponent(filter)}`);
  expect(reply.status, filter).toBe(200);
  return listOf(reply, "memos")
    .map((memo) => String(memo["content"]))
    .toSorted();
}

describe("F8 · creators by their integer ids", () => {
  test("are those of the list's other answers, and nobody's id finds nothing", async () => {
    // Uses a separate server, because everyone can see these memos.
    await using own = await startWithUsers();
    const { alice, bob } = own;
    await alice("POST", "/memos", { content: "hers", visibility: "PROTECTED" });
    await bob("POST", "/memos", { content: "his", visibility: "PROTECTED" });
    const everybody = ["hers", "his"];
    for (const [filter, texts] of [
      ["creator_id == 1", ["hers"]],
      ["2 == creator_id", ["his"]],
      ["creator_id != 1", ["his"]],
      ["creator_id in [1, 2, 77]", everybody],
      ["creator_id == 77", []],
      ["creator_id != 77", everybody],
      ["creator_id == 9223372036854775807", []],
      ['creator_id == 1 || creator == "users/2"', everybody],
    ] as const) {
      expect(await found(bob, filter), filter).toEqual(texts);
    }
    const many = `creator_id in [${Array.from({ length: 101 }, (_, n) => n + 1).join()}]`;
    const refused = await bob("GET", `/memos?filter=${encodeURIComponent(many)}`);
    expect([refused.status, refused.body["code"]]).toEqual([400, 3]);
  });

  test("become names in a saved filter, and nobody's id is refused there", async () => {
    const { bob } = users;
    const shortcuts = "/users/bob/shortcuts";
    const made = await bob("POST", shortcuts, { title: "Hers", filter: "creator_id == 1" });
    expect(made.body["filter"]).toBe('creator == "users/alice"');
    const name = String(made.body["name"]);
    expect((await bob("GET", `/${name}`)).body["filter"]).toBe('creator == "users/alice"');
    const changed = await bob("PATCH", `/${name}?updateMask=filter`, {
      filter: "pinned || creator_id in [2, 1]",
    });
    expect(changed.body["filter"]).toBe('pinned || creator in ["users/bob", "users/alice"]');
    for (const filter of ["creator_id == 77", "creator_id == (pinned ? 1 : 2)"]) {
      const refused = await bob("POST", shortcuts, { title: "None", filter });
      expect([refused.status, refused.body["code"]], filter).toEqual([400, 3]);
      expect(JSON.stringify(refused.body), filter).toContain("users/…");
    }
    const checked = await bob("POST", `${shortcuts}?validateOnly=true`, {
      title: "Checked",
      filter: "creator_id == 2",
    });
    expect(checked.body["filter"]).toBe('creator == "users/bob"');
  });
});

describe("F28 · queries of note sync by time", () => {
  test("epoch seconds stand beside created_ts, and pages go on", async () => {
    const { carol } = users;
    const second = 1_700_000_000;
    for (let n = 0; n < 5; n += 1) {
      const createTime = new Date((second + n) * 1000).toISOString();
      await carol("POST", "/memos", { content: `${n}`, createTime });
    }
    expect(await found(carol, `created_ts > ${second + 1}`)).toEqual(["2", "3", "4"]);
    const between = `created_ts >= ${second} && created_ts < ${second + 2}`;
    expect(await found(carol, between)).toEqual(["0", "1"]);
    expect(await found(carol, "created_ts > now()")).toEqual([]);
    const filter = encodeURIComponent(`created_ts >= ${second + 1}`);
    const first = await carol("GET", `/memos?pageSize=3&filter=${filter}`);
    const token = String(first.body["nextPageToken"]);
    const rest = await carol("GET", `/memos?pageSize=3&filter=${filter}&pageToken=${token}`);
    expect([...listOf(first, "memos"), ...listOf(rest, "memos")]).toHaveLength(4);
    const millis = await carol("GET", `/memos?filter=created_ts%20%3E%20${second}000`);
    expect([millis.status, JSON.stringify(millis.body)]).toEqual([
      400,
      expect.stringContaining(`write ${second} if these are milliseconds`),
    ]);
  });
});

test("F17 · attachments by the integer id of their memo", async () => {
  const { alice } = users;
  const content = Buffer.from("x").toString("base64");
  const file = async (filename: string): Promise<string> =>
    String((await alice("POST", "/attachments", { filename, content })).body["name"]);
  const name = await file("on.txt");
  await file("off.txt");
  const memo = await alice("POST", "/memos", { content: "has it", attachments: [{ name }] });
  const names = async (filter: string): Promise<unknown[]> => {
    const reply = await alice("GET", `/attachments?filter=${encodeURIComponent(filter)}`);
    return listOf(reply, "attachments").map((attachment) => attachment["filename"]);
  };
  expect(await names(`memo_id == ${String(memo.body["id"])}`)).toEqual(["on.txt"]);
  expect(await names("memo_id == null")).toEqual(["off.txt"]);
  expect(await names("memo_id != null")).toEqual(["on.txt"]);
  expect(await names("memo_id == 999")).toEqual([]);
  expect(await names("create_time > 1700000000")).toHaveLength(2);
});
