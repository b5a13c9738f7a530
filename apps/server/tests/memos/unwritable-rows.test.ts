import { entityOf } from "@tidemark/core/commit";
import type { MemoElement } from "@tidemark/core/model";
import { expect, test } from "vitest";
import { logUnwritableRows } from "../../src/ops/log-unwritable-rows.ts";
import { listOf, startWithUsers, type TwoUsers } from "../two-users.ts";

/** Time beyond the range of Date; databases of earlier versions may contain such rows. */
const noTime = 8_640_000_000_001_000;

/** Stores a memo with values that no client can send. */
async function spoil(
  { server }: TwoUsers,
  id: string,
  to: { readonly createdMs?: number; readonly elements?: readonly MemoElement[] },
): Promise<void> {
  await server.services.database.write(async (stores) => {
    const record = await stores.memos.find(id);
    if (record === null) throw new Error(`there is no ${id}`);
    const { tags, property, snippet } = record;
    const { row, text, elements } = await entityOf(stores, record);
    const { createdMs = row.createdMs } = to;
    const spoiled = {
      row: { ...row, createdMs, seq: row.seq + 1 },
      text,
      elements: to.elements ?? elements,
    };
    await stores.memos.save(spoiled, { tags, property, snippet });
  });
}

test("a stored reaction that can't be encoded is omitted without failing lists", async () => {
  await using world = await startWithUsers({ metrics: { token: null } });
  const { server, alice, bob, carol, bearer } = world;
  const log: object[] = [];
  using _logging = logUnwritableRows({ warn: (row: object) => void log.push(row) });
  await bob("POST", "/memos?memoId=open", { content: "seen by all", visibility: "PUBLIC" });
  await bob("POST", "/memos/open/reactions", { reaction: { reactionType: "👍" } });
  const creator = "users/carol";
  const value = { id: "spoiled", creator, reactionType: "👎", createdMs: 1e308 };
  const sound = await server.services.database.read(({ memos }) => memos.elements(["open"]));
  const stamp = sound.get("open")?.[0]?.stamp ?? "";
  const bad = { set: "reaction", key: `${creator} 👎`, value, stamp } as const;
  await spoil(world, "open", { elements: [bad, ...(sound.get("open") ?? [])] });

  for (const ask of [alice, bob, carol]) {
    const [memo] = listOf(await ask("GET", "/memos"), "memos");
    expect(memo?.["reactions"]).toMatchObject([{ reactionType: "👍" }]);
    expect((await ask("GET", "/memos/open")).body["reactions"]).toHaveLength(1);
    expect(listOf(await ask("GET", "/memos/open/reactions"), "reactions")).toHaveLength(1);
  }
  expect((await bob("GET", "/search?q=seen")).status).toBe(200);
  expect((await bob("PATCH", "/memos/open", { pinned: true })).status).toBe(200);
  expect(log).toMatchObject([{ kind: "reaction", id: "spoiled" }]);
  const metrics = await fetch(`${server.url}/metrics`, {
    headers: { authorization: `Bearer ${bearer}` },
  });
  expect(await metrics.text()).toMatch(/tidemark_unwritable_rows_total\{kind="reaction"\} \d\d/);
});

test("a stored memo that can't be encoded is omitted without failing lists", async () => {
  await using world = await startWithUsers();
  const { server, bob, carol, nobody, bearer } = world;
  const log: object[] = [];
  using _logging = logUnwritableRows({ warn: (row: object) => void log.push(row) });
  for (const id of ["first", "spoiled", "last"]) {
    await bob("POST", `/memos?memoId=${id}`, { content: "a word", visibility: "PUBLIC" });
  }
  await bob("POST", "/memos/spoiled/comments?commentId=below", { content: "a word" });
  const share = await bob("POST", "/memos/spoiled/shares", {});
  await spoil(world, "spoiled", { createdMs: noTime });
  for (const ask of [bob, carol]) {
    const { status, body } = await ask("GET", "/memos");
    expect(status).toBe(200);
    const names = (body["memos"] as { name: string }[]).map(({ name }) => name);
    expect(names.toSorted()).toEqual(["memos/first", "memos/last"]);
  }
  const older = listOf(await bob("GET", "/search?q=word"), "data").map(({ uid }) => uid);
  expect(older).toEqual(expect.arrayContaining(["first", "last"]));
  expect(older).not.toContain("spoiled");
  expect((await bob("GET", "/memos?page=1&limit=10")).status).toBe(200);
  expect((await bob("GET", "/memos?pageSize=1")).status).toBe(200);
  expect((await bob("GET", "/users/bob:getStats")).status).toBe(200);
  const token = String(share.body["name"]).split("/").at(-1);
  const page = await fetch(`${server.url}/s/${token}`);
  expect(page.status).toBe(200);
  expect(await page.text()).not.toContain("<time");
  expect(log).toContainEqual(expect.objectContaining({ kind: "memo", id: "spoiled" }));

  // Requested by itself, it is an error with the reason, not a 404.
  const number = await server.services.database.read(
    async ({ memos }) => (await memos.find("spoiled"))?.number,
  );
  const refused = { code: 9, message: expect.stringContaining("memo spoiled has a value") };
  for (const [ask, method, path, body] of [
    [bob, "GET", "/memos/spoiled"],
    [carol, "GET", "/memos/spoiled"],
    [nobody, "GET", `/shares/${token}/memo`],
    [bob, "PATCH", "/memos/spoiled", { pinned: true }],
  ] as const) {
    const answer = await ask(method, path, body);
    expect([path, answer.status, answer.body]).toMatchObject([path, 400, refused]);
  }
  const olderAnswers = [
    await bob("GET", `/memos/${number}`),
    await bob("PATCH", `/memos/${number}`, { pinned: true }),
  ];
  for (const { status, body } of olderAnswers) {
    expect([status, body["error"]]).toMatchObject([400, { code: "FAILED_PRECONDITION" }]);
  }
  const rpc = await server.ask("POST", "/memos.api.v1.MemoService/GetMemo", {
    bearer,
    body: { name: "memos/spoiled" },
  });
  expect([rpc.status, rpc.body["code"]]).toEqual([400, "failed_precondition"]);

  const repaired = await bob("PATCH", "/memos/spoiled", { createTime: "2026-01-02T03:04:05Z" });
  expect(repaired.body).toMatchObject({ createTime: "2026-01-02T03:04:05Z", pinned: true });
  expect((await carol("GET", "/memos/spoiled")).status).toBe(200);
});

test("a stored attachment that can't be encoded is omitted without failing lists", async () => {
  await using world = await startWithUsers();
  const { server, bob } = world;
  for (const attachmentId of ["sound", "spoiled", "odd"]) {
    const file = { filename: "a.txt", externalLink: "https://example.org/a.txt" };
    await bob("POST", `/attachments?attachmentId=${attachmentId}`, file);
  }
  const names = ["sound", "spoiled", "odd"].map((id) => ({ name: `attachments/${id}` }));
  await bob("POST", "/memos?memoId=m", { content: "a word", attachments: names });
  await server.services.database.write(async ({ attachments }) => {
    for (const file of await attachments.findMany(["spoiled", "odd"])) {
      const isOdd = file.id === "odd";
      const metadata = isOdd ? { photo: { sourceExifOrientation: 1.5 } } : null;
      const createdMs = isOdd ? file.createdMs : noTime;
      await attachments.update({ ...file, createdMs, metadata });
    }
  });
  const shown = [
    listOf(await bob("GET", "/attachments"), "attachments"),
    listOf(await bob("GET", "/memos/m/attachments"), "attachments"),
    (await bob("GET", "/memos/m")).body["attachments"],
    listOf(await bob("GET", "/memos"), "memos")[0]?.["attachments"],
  ];
  for (const files of shown) expect(files).toMatchObject([{ name: "attachments/sound" }]);
  expect(listOf(await bob("GET", "/resources"), "data").map(({ uid }) => uid)).not.toContain(
    "spoiled",
  );
  expect(listOf(await bob("GET", "/memos?page=1&limit=9"), "data")).toHaveLength(1);
  expect((await bob("GET", "/memos/m/resources")).status).toBe(200);
  for (const id of ["spoiled", "odd"]) {
    const answers = [
      await bob("GET", `/attachments/${id}`),
      await bob("PATCH", `/attachments/${id}`, { filename: "b.txt" }),
    ];
    for (const { status, body } of answers) expect([status, body["code"]]).toEqual([400, 9]);
  }
});
