import { describe, expect, test } from "vitest";
import { memoJson } from "../../src/rest/memo/json.ts";
import { type AskAs, listOf, startWithUsers } from "../two-users.ts";

const to = (id: string) => ({ relatedMemo: { name: `memos/${id}` }, type: "REFERENCE" });

/** Reads a memo by itself, and checks that the list contains the same. */
async function seenBy(ask: AskAs, id: string): Promise<Record<string, unknown> | null> {
  const alone = await ask("GET", `/memos/${id}`);
  const listed = listOf(await ask("GET", "/memos"), "memos");
  const inList = listed.find((memo) => memo["name"] === `memos/${id}`) ?? null;
  if (alone.status === 404) {
    expect(inList).toBeNull();
    return null;
  }
  expect(alone.body).toEqual(inList);
  expect(memoJson.strict().parse(alone.body)).toEqual(alone.body);
  return alone.body;
}

describe("a memo that was read before", () => {
  test("is returned in its current state, with every field and part", async () => {
    await using users = await startWithUsers();
    const { alice, bob, server } = users;
    const made = await alice("POST", "/memos?memoId=a", {
      content: "潮 one",
      visibility: "PUBLIC",
    });
    const first = await seenBy(alice, "a");
    expect(made.body).toMatchObject(first ?? {});
    expect(first).toMatchObject({ attachments: [], relations: [], reactions: [] });

    server.clock.nowMs += 1000;
    const location = { placeholder: "Kiel", latitude: 54.32, longitude: 10.13 };
    const changes = { content: "two #tag\n\n- [ ] open", pinned: true, location };
    const changed = await alice("PATCH", "/memos/a", changes);
    expect(await seenBy(alice, "a")).toEqual(changed.body);

    const reaction = await bob("POST", "/memos/a/reactions", { reaction: { reactionType: "👍" } });
    expect(await seenBy(alice, "a")).toEqual({ ...changed.body, reactions: [reaction.body] });
    const file = await alice("POST", "/attachments", {
      ...{ filename: "a.txt", content: Buffer.from("a").toString("base64"), memo: "memos/a" },
    });
    const attachments = [file.body];
    const withBoth = { ...changed.body, reactions: [reaction.body], attachments };
    expect(await seenBy(alice, "a")).toMatchObject({
      ...withBoth,
      updateTime: expect.any(String),
    });
    await bob("DELETE", `/${String(reaction.body["name"])}`);
    expect(await seenBy(bob, "a")).toMatchObject({ reactions: [], attachments });
  });

  test("shows each reader only what they may see, regardless of earlier readers", async () => {
    await using users = await startWithUsers();
    const { alice, bob } = users;
    await alice("POST", "/memos?memoId=secret", { content: "secret" });
    await alice("POST", "/memos?memoId=a", {
      content: "",
      visibility: "PUBLIC",
      relations: [to("secret")],
    });
    expect((await seenBy(alice, "a"))?.["relations"]).toHaveLength(1);
    expect((await seenBy(bob, "a"))?.["relations"]).toEqual([]);
    await alice("PATCH", "/memos/secret", { visibility: "PUBLIC" });
    expect((await seenBy(bob, "a"))?.["relations"]).toHaveLength(1);
    await alice("PATCH", "/memos/a", { visibility: "PRIVATE" });
    expect(await seenBy(bob, "a")).toBeNull();
    expect((await seenBy(alice, "a"))?.["visibility"]).toBe("PRIVATE");
  });
});
