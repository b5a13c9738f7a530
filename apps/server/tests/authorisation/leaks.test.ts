import { beforeAll, describe, expect, test } from "vitest";
import { type AskAs, listOf, startWithUsers, type TwoUsers } from "../two-users.ts";

/** Requests that could leak information about memos, one or a few paths per channel. */
const channels: readonly (readonly [channel: string, ...paths: string[]])[] = [
  ["the status and body of a memo", "/memos/seen", "/memos/hidden", "/memos/in-hidden"],
  ["lists and their order", "/memos", "/memos?orderBy=update_time%20desc", "/memos?pageSize=1"],
  ["lists of the older form", "/memos?page=1&limit=100", "/memos?page=1&visibility=private"],
  ["filters", "/memos?filter=content.contains(%22tide%22)", '/memos?filter="reef"%20in%20tags'],
  ["the trash and the archive", "/memos?showDeleted=true", "/memos?state=ARCHIVED"],
  ["search", "/search?q=tide", "/search?q=reef", "/search?q=tide&tag=reef"],
  ["tags and their statistics", "/tags", "/tags/stats"],
  [
    "the number of comments",
    "/memos/seen/comments",
    "/memos/seen/comments?pageSize=1",
    "/memos/hidden/comments",
  ],
  ["relations", "/memos/seen/relations", "/memos/own/relations"],
  ["reactions", "/memos/seen/reactions", "/memos/hidden/reactions"],
  [
    "attachments",
    "/attachments",
    "/attachments/hidden-file",
    "/resources",
    "/memos/seen/attachments",
  ],
  ["figures of users", "/users/alice:getStats", "/users/bob:getStats", "/users:stats"],
  ["notifications", "/users/bob/notifications"],
  ["settings and tags of others", "/users/bob/settings", "/users/alice/settings"],
  [
    "spaces",
    "/spaces",
    "/spaces/club",
    "/spaces/club/members",
    "/spaces/club/members/alice",
    "/spaces/club/invitations",
    "/spaces/club/invitations/carol",
    "/users/carol/spaceInvitations",
    "/users/bob/spaceInvitations",
  ],
];

/** Creates content that both users can see. */
async function begin({ alice, bob }: TwoUsers): Promise<void> {
  await alice("POST", "/memos?memoId=seen", { content: "tide #coast", visibility: "PROTECTED" });
  await alice("POST", "/memos/seen/comments?commentId=c1", { content: "tide" });
  await bob("POST", "/memos?memoId=own", { content: "tide #coast", visibility: "PROTECTED" });
}

/** Performs every action that alice can do with hidden content, as close as possible to what bob sees. */
async function hide({ alice, bob }: TwoUsers): Promise<void> {
  const content = "tide tide @bob #reef #coast [x](https://tides.example) - [ ] todo";
  const file = { filename: "hidden.txt", content: "aGlkZGVu", type: "text/plain" };
  const must = async (ask: AskAs, ...request: Parameters<AskAs>): Promise<void> => {
    const { status, body } = await ask(...request);
    expect(status, JSON.stringify(body)).toBe(200);
  };
  await must(alice, "POST", "/attachments?attachmentId=hidden-file", file);
  await must(alice, "POST", "/memos?memoId=hidden", {
    content,
    pinned: true,
    visibility: "PRIVATE",
    attachments: [{ name: "attachments/hidden-file" }],
    relations: [{ relatedMemo: { name: "memos/seen" } }, { relatedMemo: { name: "memos/own" } }],
  });
  await must(alice, "POST", "/memos/hidden/comments?commentId=in-hidden", { content });
  await must(alice, "POST", "/memos/hidden/reactions", { reaction: { reactionType: "🌊" } });
  await must(alice, "POST", "/memos/seen/comments", { content, state: "ARCHIVED" });
  await must(alice, "POST", "/memos?memoId=archived", { content, visibility: "PRIVATE" });
  await must(alice, "PATCH", "/memos/archived", { state: "ARCHIVED", visibility: "PUBLIC" });
  await must(alice, "POST", "/memos?memoId=trashed", { content, visibility: "PRIVATE" });
  await must(alice, "DELETE", "/memos/trashed");
  await must(alice, "POST", "/spaces", { title: "Club", spaceId: "club" });
  await must(alice, "POST", "/spaces/club/invitations", { invitee: "users/carol" });
  await must(alice, "POST", "/memos?memoId=of-club", {
    content,
    visibility: "SPACE",
    space: "spaces/club",
  });
  await must(alice, "POST", "/memos/of-club/comments", { content });
  await must(alice, "PATCH", "/memos/hidden", { content: `${content} again` });
  expect((await bob("GET", "/memos/hidden")).status).toBe(404);
}

async function look(ask: AskAs, paths: readonly string[]): Promise<unknown[]> {
  const seen = [];
  for (const path of paths) {
    const { status, body } = await ask("GET", path);
    seen.push({ path, status, body });
  }
  return seen;
}

interface Views {
  readonly alice: unknown[];
  readonly bob: unknown[];
}

async function lookThrough({ alice, bob }: TwoUsers): Promise<Map<string, Views>> {
  const views = new Map<string, Views>();
  for (const [channel, ...paths] of channels) {
    views.set(channel, { alice: await look(alice, paths), bob: await look(bob, paths) });
  }
  return views;
}

let before: Map<string, Views>;
let after: Map<string, Views>;

beforeAll(async () => {
  await using users = await startWithUsers();
  await begin(users);
  before = await lookThrough(users);
  await hide(users);
  after = await lookThrough(users);
});

describe("hidden content of other users", () => {
  test.each(channels)("does not show in %s", (channel) => {
    expect(after.get(channel)?.bob).toEqual(before.get(channel)?.bob);
  });

  // No memo mentions alice, and no setting changed.
  const silent = ["notifications", "settings and tags of others"];
  test.each(channels.filter(([channel]) => !silent.includes(channel)))(
    "shows to its owner in %s",
    (channel) => {
      expect(after.get(channel)?.alice).not.toEqual(before.get(channel)?.alice);
    },
  );

  test("reaches no webhook", async () => {
    await using users = await startWithUsers({}, { allowPrivateTargets: () => true });
    const { alice, bob, server } = users;
    await begin(users);
    await bob("POST", "/users/bob/webhooks", { url: "http://127.0.0.1:9/", displayName: "bob" });
    const webhooks = listOf(await bob("GET", "/users/bob/webhooks"), "webhooks");
    const deliveries = async (): Promise<unknown[]> =>
      listOf(await bob("GET", `/${String(webhooks[0]?.["name"])}/deliveries`), "deliveries");
    await hide(users);
    expect(await deliveries()).toEqual([]);
    await alice("POST", "/memos/own/comments", { content: "seen by bob" });
    expect(await deliveries()).toHaveLength(1);
    expect(server.log.join("")).not.toContain('"err"');
  });

  test("reaches no event stream", async () => {
    await using users = await startWithUsers();
    await begin(users);
    const { bob, server } = users;
    const token = await bob("POST", "/users/bob/personalAccessTokens", { description: "sse" });
    const response = await fetch(`${server.url}/api/v1/sse`, {
      headers: { authorization: `Bearer ${String(token.body["token"])}` },
    });
    const reader = (response.body ?? new ReadableStream<Uint8Array>())
      .pipeThrough(new TextDecoderStream())
      .getReader();
    await hide(users);
    // This is the first event that bob receives after all the hidden changes.
    await bob("POST", "/memos?memoId=last", { content: "mine" });
    let text = "";
    while (!text.includes("memos/last")) {
      const { value = "", done } = await reader.read();
      if (done) break;
      text += value;
    }
    await reader.cancel();
    const names = [...text.matchAll(/"name":"([^"]*)"/g)].map(([, name]) => name);
    expect(names).toEqual(["memos/last"]);
  });
});
