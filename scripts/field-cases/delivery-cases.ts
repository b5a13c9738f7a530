import { setTimeout as pause } from "node:timers/promises";
import {
  addFieldUser,
  allowPrivateTargets,
  type Answer,
  type FieldServer,
  startFieldServer,
} from "./field-server.ts";
import type { CaseOf, Seen } from "./read-cases.ts";
import { type HookReceiver, receiveHooks } from "./receive-hooks.ts";

/** Longer than the first attempt and the delay before the second. */
const secondTryMs = 60_000;

/** Runs a case by its class. Its variant is parsed from its text. */
export async function runDeliveryCase(asked: CaseOf<"delivery">): Promise<Seen> {
  switch (asked.class) {
    case "one-slow-receiver":
      return playSlowReceiver(asked);
    case "deliveries-say-what-was":
      return playWaitingDelivery();
    default:
      return `the class is not known: ${asked.class}`;
  }
}

/** Runs a case with one receiver that never answers, and another that must get its delivery in time. */
async function playSlowReceiver({ setup, steps, expect }: CaseOf<"delivery">): Promise<Seen> {
  const [, seconds] = /within (\d+) s/.exec(expect) ?? [];
  if (seconds === undefined) return `the expectation is not known: ${expect}`;
  const isOfOneUser = setup.some((line) => line.includes("two webhooks"));
  const isSecondTry = steps.some((line) => line.includes("second try"));

  await using server = await startFieldServer();
  await using silent = await receiveHooks(() => undefined);
  await using good = await receiveHooks();
  await allowPrivateTargets(server);
  const slowUser = isOfOneUser ? "alice" : "bob";
  if (!isOfOneUser) await addFieldUser(server, slowUser);
  await addHook(server, silent, slowUser);
  await addHook(server, good, "alice");

  await addMemo(server, { content: "first" }, slowUser);
  const tries = isSecondTry ? 2 : 1;
  const tried = await silent.wait((_, at) => at === tries - 1, secondTryMs);
  if (tried === null) return `the slow receiver was not tried ${tries} times`;
  if (isOfOneUser && (await good.wait(() => true, Number(seconds) * 1000)) === null) {
    return `the first event did not come within ${seconds} s`;
  }
  await pause(1000);
  const memo = await addMemo(server, { content: "second" });
  const got = await good.wait(
    (delivery) => delivery.event === "memo.created" && delivery.memo.name === memo["name"],
    Number(seconds) * 1000,
  );
  return got === null ? `memo.created did not come within ${seconds} s` : null;
}

/** Changes a memo while its event waits for a busy receiver. */
async function playWaitingDelivery(): Promise<Seen> {
  await using server = await startFieldServer();
  await using busy = await receiveHooks((response) => void setTimeout(() => response.end(), 2500));
  await allowPrivateTargets(server);
  await addHook(server, busy, "alice");
  await addMemo(server, { content: "a" });
  if ((await busy.wait(() => true, 10_000)) === null) return "the first event did not come";

  const file = { filename: "a.txt", content: Buffer.from("a").toString("base64") };
  const { name: attachment } = await server.call("POST", "/api/v1/attachments", file);
  const memo = await addMemo(server, { content: "b", attachments: [{ name: attachment }] });
  await server.call("POST", `/api/v1/${String(memo["name"])}/reactions`, {
    reaction: { contentId: memo["name"], reactionType: "👍" },
  });
  await server.call("DELETE", `/api/v1/${String(attachment)}`);
  const created = await busy.wait(
    ({ event, memo: { name } }) => event === "memo.created" && name === memo["name"],
    30_000,
  );
  if (created === null) return "memo.created of the second memo did not come";
  const [files, reactions] = [created.memo.attachments.length, created.memo.reactions.length];
  return files === 1 && reactions === 0
    ? null
    : `memo.created has ${files} attachments and ${reactions} reactions`;
}

async function addHook(server: FieldServer, { url }: HookReceiver, user: string): Promise<void> {
  const hook = { url: `${url}/${user}`, displayName: "case" };
  await server.call("POST", `/api/v1/users/${user}/webhooks`, hook, user);
}

function addMemo(server: FieldServer, memo: object, user = "alice"): Promise<Answer> {
  return server.call("POST", "/api/v1/memos", memo, user);
}
