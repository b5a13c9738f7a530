import type { Caller, Stamp } from "@tidemark/core/model";
import type { PushResponse } from "@tidemark/core/sync/protocol";
import type { SyncOp } from "@tidemark/core/merge";
import { expect, test } from "vitest";
import { startWithUsers, type TwoUsers } from "../two-users.ts";

const bob: Caller = { name: "users/bob", role: "USER", scope: null, device: "test", spaces: [] };
const sha = "0".repeat(64);

let stamps = 0;
const stamp = (): Stamp => {
  stamps += 1;
  return `018bcfe56800-${stamps.toString(16).padStart(4, "0")}-d`;
};

/** Returns every operation on a memo except its creation, valid or not. */
function onMemo(entity: string): SyncOp[] {
  const text = { gen: 1, update: "AAA=", baseSha: sha, resultSha: sha, updatedMs: 1 };
  const reaction = { id: "r", creator: "users/bob", reactionType: "up", createdMs: 1 };
  const element = { kind: "memo.element", entity } as const;
  return [
    { kind: "memo.set", entity, stamp: stamp(), set: { deletedMs: 1 } },
    { kind: "memo.set", entity, stamp: stamp(), set: { visibility: "SPACE", space: "spaces/x" } },
    { kind: "memo.text", entity, stamp: stamp(), ...text },
    { kind: "memo.text", entity, stamp: stamp(), ...text, gen: 9 },
    { kind: "memo.text", entity, stamp: stamp(), ...text, whole: { base: "a", content: "b" } },
    { ...element, stamp: stamp(), set: "reaction", key: "users/bob up", value: reaction },
    { ...element, stamp: stamp(), set: "reaction", key: "users/carol up", value: null },
    { ...element, stamp: stamp(), set: "relation", key: "own", value: { type: "REFERENCE" } },
    { ...element, stamp: stamp(), set: "relation", key: "own", value: { type: "COMMENT" } },
    { kind: "memo.purge", entity, stamp: stamp() },
  ];
}

/** Returns every operation on an attachment, likewise. */
function onFile(entity: string): SyncOp[] {
  const set = { kind: "attachment.set", entity, updatedMs: 1 } as const;
  return [
    { ...set, stamp: stamp(), filename: "b.txt" },
    { ...set, stamp: stamp(), filename: ".." },
    { ...set, stamp: stamp(), link: { memo: "hidden", position: 0 } },
    { kind: "attachment.remove", entity, stamp: stamp() },
  ];
}

/** Returns operations that name a thing elsewhere than in `entity`. */
const naming = (id: string): SyncOp[] => [
  {
    kind: "attachment.set",
    entity: "mine",
    stamp: stamp(),
    updatedMs: 1,
    link: { memo: id, position: 0 },
  },
  {
    kind: "memo.element",
    entity: "own",
    stamp: stamp(),
    set: "relation",
    key: id,
    value: { type: "REFERENCE" },
  },
];

async function push(api: TwoUsers, op: SyncOp): Promise<PushResponse> {
  const { sync } = api.server.services;
  const { epoch } = await sync.hello(bob);
  return sync.push(bob, {
    epoch,
    streamId: `stream-${crypto.randomUUID()}`,
    clientNowMs: api.server.clock.nowMs,
    ops: [{ n: 1, op }],
  });
}

/** Returns the parts of a response that could reveal a difference to the sender. */
async function answerTo(api: TwoUsers, op: SyncOp): Promise<object> {
  const answer = await push(api, op);
  if (answer.type !== "results") throw new Error(answer.type);
  const [result] = answer.results;
  return {
    ...result,
    entity: "-",
    row: JSON.stringify(result?.row).replaceAll(/"seq":\d+|"[0-9a-f]{12}-[0-9a-f]{4}-\w+"/g, "-"),
    seq: "-",
  };
}

test("A14 · a device gets the same response for hidden and for missing things", async () => {
  await using api = await startWithUsers();
  const content = Buffer.from("secret").toString("base64");
  const file = { filename: "a.txt", type: "text/plain", content };
  await api.alice("POST", "/memos?memoId=hidden", { content: "secret" });
  await api.alice("POST", "/attachments?attachmentId=hiddenfile", file);
  await api.bob("POST", "/memos?memoId=own", { content: "own" });
  await api.bob("POST", "/attachments?attachmentId=mine", file);

  const pairs = [
    [onMemo("hidden"), onMemo("nowhere")],
    [onFile("hiddenfile"), onFile("nowherefile")],
    [naming("hidden"), naming("nowhere")],
  ] as const;
  for (const [unseen, absent] of pairs) {
    for (const [at, op] of unseen.entries()) {
      const other = absent[at];
      if (other === undefined) throw new Error("the lists differ");
      const answer = await answerTo(api, op);
      expect(answer, JSON.stringify(op)).toEqual(await answerTo(api, other));
    }
  }
  // The operations changed nothing.
  expect((await api.alice("GET", "/memos/hidden")).body).toMatchObject({
    content: "secret",
    visibility: "PRIVATE",
    reactions: [],
  });
  expect((await api.alice("GET", "/attachments/hiddenfile")).status).toBe(200);
});
