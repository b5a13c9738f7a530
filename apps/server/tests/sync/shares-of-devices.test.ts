import { expect, test } from "vitest";
import { codeOf, deviceOf, syncCalls } from "../sync-calls.ts";
import { listOf, startWithUsers } from "../two-users.ts";

test("a device creates, lists and revokes the share links of the API", async () => {
  await using users = await startWithUsers({ publicUrl: "https://notes.example" });
  const { alice, server } = users;
  await alice("POST", "/memos?memoId=a", { content: "for you" });
  const desk = (await deviceOf(server, "alice")).calls;
  const { publicUrl } = await desk.shares.query({ memo: "a" });
  expect(publicUrl).toBe("https://notes.example");
  const expiresMs = server.clock.nowMs + 60_000;
  const made = await desk.createShare.mutate({ memo: "a", expiresMs });
  const token = made.shares[0]?.token ?? "";
  expect((await desk.shares.query({ memo: "a" })).shares).toMatchObject([{ token, expiresMs }]);
  expect(listOf(await alice("GET", "/memos/a/shares"), "memoShares")).toMatchObject([
    { name: `memos/a/shares/${token}` },
  ]);
  expect((await fetch(`${server.url}/s/${token}`)).status).toBe(200);
  await desk.revokeShare.mutate({ memo: "a", token });
  expect((await fetch(`${server.url}/s/${token}`)).status).toBe(404);
  expect((await desk.shares.query({ memo: "a" })).shares).toEqual([]);
  expect(await codeOf(desk.revokeShare.mutate({ memo: "a", token }))).toEqual([404, "NOT_FOUND"]);
});

test("a device gets the errors of the API", async () => {
  await using users = await startWithUsers();
  const { alice, server } = users;
  await alice("POST", "/memos?memoId=open", { content: "", visibility: "PUBLIC" });
  await alice("POST", "/memos?memoId=own", { content: "" });
  const [desk, others] = [
    (await deviceOf(server, "alice")).calls,
    (await deviceOf(server, "bob")).calls,
  ];
  const past = desk.createShare.mutate({ memo: "own", expiresMs: server.clock.nowMs - 1 });
  expect(await codeOf(past)).toEqual([400, "INVALID_ARGUMENT"]);
  for (const [memo, expected] of [
    ["open", [403, "PERMISSION_DENIED"]],
    ["own", [404, "NOT_FOUND"]],
    ["nowhere", [404, "NOT_FOUND"]],
  ] as const) {
    expect(await codeOf(others.shares.query({ memo })), memo).toEqual(expected);
    expect(await codeOf(others.createShare.mutate({ memo, expiresMs: null }))).toEqual(expected);
    expect(await codeOf(others.revokeShare.mutate({ memo, token: "x" }))).toEqual(expected);
  }
  const stranger = syncCalls(server);
  expect(await codeOf(stranger.shares.query({ memo: "open" }))).toEqual([401, "UNAUTHENTICATED"]);
});
