import { describe, expect, test } from "vitest";
import type { Reply } from "../http-server.ts";
import { type AskAs, listOf, startWithUsers } from "../two-users.ts";

const moment = "2024-05-01T10:00:00Z";
const textsOf = (reply: Reply, key = "memos"): string[] =>
  listOf(reply, key).map((memo) => String(memo["content"]));

/** Returns the contents of a list, read page by page. */
async function allTexts(ask: AskAs, path: string, key = "memos"): Promise<string[]> {
  const texts: string[] = [];
  let pageToken = "";
  do {
    const page = await ask("GET", `${path}&pageToken=${encodeURIComponent(pageToken)}`);
    expect(page.status, path).toBe(200);
    texts.push(...textsOf(page, key));
    pageToken = String(page.body["nextPageToken"]);
  } while (pageToken !== "");
  return texts;
}

/** Creates memos with the same time and unsorted ids. */
async function makeOfOneMoment(ask: AskAs, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    const times = { createTime: moment, updateTime: moment };
    const made = await ask("POST", `/memos?memoId=${id}`, { content: id, ...times });
    expect(made.status).toBe(200);
  }
}

describe("F30 · things with the same time", () => {
  test("stands in the order in which it was made, in every order and at any size", async () => {
    await using users = await startWithUsers();
    const { alice } = users;
    const made = ["k", "z", "a", "q", "b"];
    await makeOfOneMoment(alice, made);
    await alice("PATCH", "/memos/a?updateMask=pinned", { pinned: true });
    const newest = made.toReversed();
    const pinnedFirst = ["a", "b", "q", "z", "k"];
    for (const [orderBy, texts] of [
      ["", newest],
      ["create_time desc", newest],
      ["create_time asc", made],
      ["display_time desc", newest],
      ["displayTime asc", made],
      ["createTime,", newest],
      ["pinned", pinnedFirst],
      ["pinned desc, displayTime asc", ["a", "k", "z", "q", "b"]],
      ["pinned asc", ["b", "q", "z", "k", "a"]],
      ["pinned desc, updated_ts desc", pinnedFirst],
      ["name", made.toSorted()],
    ] as const) {
      for (const size of [1, 2, 5]) {
        const path = `/memos?pageSize=${size}&orderBy=${encodeURIComponent(orderBy)}`;
        expect(await allTexts(alice, path), path).toEqual(texts);
      }
    }
    const older = await alice("GET", "/memos?orderBy=created_ts&order=asc&limit=5");
    expect(textsOf(older, "data")).toEqual(made);
    const tagged = await alice("GET", "/memos?orderBy=updated_ts&order=asc&limit=4");
    expect(textsOf(tagged, "data")).toEqual(["k", "z", "q", "b"]);
  });

  test("among attachments, too", async () => {
    await using users = await startWithUsers();
    const { alice } = users;
    const names = ["k.txt", "a.txt", "z.txt", "b.txt"];
    for (const filename of names) {
      await alice("POST", "/attachments", { filename, content: "eA==", createTime: moment });
    }
    const listed = async (query: string): Promise<unknown[]> => {
      const found: unknown[] = [];
      let token = "";
      do {
        const reply = await alice("GET", `/attachments?pageSize=3&pageToken=${token}&${query}`);
        expect(reply.status, query).toBe(200);
        found.push(...listOf(reply, "attachments").map(({ filename }) => filename));
        token = String(reply.body["nextPageToken"]);
      } while (token !== "");
      return found;
    };
    expect(await listed("orderBy=type,")).toEqual(names.toReversed());
    expect(await listed("orderBy=size%20desc,%20create_time%20asc")).toEqual(names);
    expect(await listed("orderBy=filename")).toEqual(names.toSorted());
  });
});

test("F30a · comments come newest first unless ordered, and so do a memo's comment relations", async () => {
  await using users = await startWithUsers();
  const { alice } = users;
  await alice("POST", "/memos?memoId=top", { content: "top" });
  for (const id of ["m", "c", "x"]) {
    const comment = { content: id, createTime: moment };
    await alice("POST", `/memos/top/comments?commentId=${id}`, comment);
  }
  await alice("POST", "/memos/top/comments?commentId=late", { content: "late" });
  const newest = ["late", "x", "c", "m"];
  for (const size of [1, 3, 50]) {
    expect(await allTexts(alice, `/memos/top/comments?pageSize=${size}`)).toEqual(newest);
    expect(
      await allTexts(alice, `/memos/top/comments?pageSize=${size}&orderBy=create_time%20asc`),
    ).toEqual(newest.toReversed());
  }
  const ends = (relations: unknown): unknown[] =>
    (relations as { memo: { name: string } }[]).map(({ memo }) => memo.name);
  const names = newest.map((id) => `memos/${id}`);
  expect(ends((await alice("GET", "/memos/top")).body["relations"])).toEqual(names);
  const first = await alice("GET", "/memos/top/relations?pageSize=3");
  const token = String(first.body["nextPageToken"]);
  // Memos that are deleted or added meanwhile don't shift the pages.
  await alice("DELETE", "/memos/c?force=true");
  await alice("POST", "/memos/top/comments?commentId=latest", { content: "latest" });
  const rest = await alice("GET", `/memos/top/relations?pageToken=${token}`);
  expect([...ends(first.body["relations"]), ...ends(rest.body["relations"])]).toEqual(names);
});

describe("F31 · a page token carries its page's size", () => {
  test("which counts unless one is sent, in every list", async () => {
    await using users = await startWithUsers();
    const { alice } = users;
    await makeOfOneMoment(alice, ["a", "b", "c", "d", "e", "f", "g"]);
    for (const id of ["r1", "r2", "r3", "r4"]) {
      await alice("POST", `/memos/a/comments?commentId=${id}`, { content: id });
    }
    for (const filename of ["1", "2", "3", "4"]) {
      await alice("POST", "/attachments", { filename, content: "eA==" });
    }
    for (const [path, key] of [
      ["/memos?", "memos"],
      ["/memos/a/comments?", "memos"],
      ["/memos/a/relations?", "relations"],
      ["/attachments?", "attachments"],
    ] as const) {
      const first = await alice("GET", `${path}pageSize=2`);
      expect(listOf(first, key), path).toHaveLength(2);
      const next = `${path}pageToken=${String(first.body["nextPageToken"])}`;
      for (const unset of ["", "&pageSize=0"]) {
        const second = await alice("GET", `${next}${unset}`);
        expect(listOf(second, key), path).toHaveLength(2);
        expect(second.body, path).toEqual((await alice("GET", `${next}&pageSize=2`)).body);
      }
      expect(listOf(await alice("GET", `${next}&pageSize=1`), key), path).toHaveLength(1);
    }
    const third = await alice("GET", "/memos?pageSize=3");
    const all = await alice(
      "GET",
      `/memos?pageSize=4&pageToken=${String(third.body["nextPageToken"])}`,
    );
    expect([listOf(all, "memos").length, all.body["nextPageToken"]]).toEqual([4, ""]);
  });

  test("in the older form as well", async () => {
    await using users = await startWithUsers();
    const { alice } = users;
    await makeOfOneMoment(alice, ["a", "b", "c", "d", "e"]);
    const first = await alice("GET", "/memos?limit=2");
    const token = String(first.body["nextPageToken"]);
    const next = `/memos?order=desc&pageToken=${token}`;
    expect(textsOf(await alice("GET", next), "data")).toEqual(["c", "b"]);
    expect(textsOf(await alice("GET", `${next}&limit=1`), "data")).toEqual(["c"]);
  });
});
