import type { Caller, MemoRecord, Stamp } from "@tidemark/core/model";
import { readAccess } from "@tidemark/core/access";
import {
  pullRequestSchema,
  pushRequestSchema,
  snapshotRequestSchema,
  type PushRequest,
} from "@tidemark/core/sync/protocol";
import { syncOpSchema } from "@tidemark/core/merge";
import {
  checkRegisterAnswer,
  checkRegisterPush,
  observeRegisters,
  type RegistersBefore,
} from "./check-registers.ts";
import { serveBlob } from "./blob-calls.ts";
import { checkFileRead, checkFileRows, readableFiles } from "./check-files.ts";
import { Crash } from "./crash.ts";
import { Broken, hold } from "./failure.ts";
import { copyOf, type Message, NetworkError } from "./network.ts";
import { asOlder, checkUnderstood } from "./older-peers.ts";
import { asNewer, withUnknownKind } from "./unknown-things.ts";
import type { ServerProcess } from "./server-process.ts";
import type { ReplicaFile } from "./replica-file.ts";
import type { PullFacts, World } from "./world.ts";
import { remoteCaller } from "./callers.ts";
import { runAll } from "./processes.ts";

/** Answers a call that reached the server, and checks the laws for responses. */
export async function serveMessage(
  world: World,
  message: Message,
): Promise<NonNullable<Message["answer"]>> {
  const device = world.devices.get(message.device);
  const { process } = world.server;
  if (device === undefined || process === null) return failed(new NetworkError("refused"));
  if (device.isExpired) return failed(new NetworkError("unauthenticated"));
  const caller = remoteCaller(world, device.user, device.name);
  const before = observe(world, message);
  try {
    if (message.method.startsWith("blob."))
      return await serveFiles(world, process, caller, message);
    const sync = process.sync as unknown as Record<string, (...given: unknown[]) => unknown>;
    const handle = sync[message.method];
    if (handle === undefined) throw new Error(`the server has no ${message.method}`);
    checkUnderstood(world, device.name, message.payload ?? {});
    const value = asOlder(world, device.name, copyOf(await handle(caller, ...inputOf(message))));
    checkAnswer(world, message, value, before);
    const facts = factsOf(world, message, caller.name, value);
    const isNewer = world.script.isNewer === true;
    return { value: isNewer ? withUnknownKind(asNewer(value)) : value, error: null, facts };
  } catch (error) {
    if (error instanceof Broken) throw error;
    if (error instanceof Crash) {
      world.server.process = null;
      await runAll();
      return failed(new NetworkError("reset"));
    }
    throw new Broken("throws", `the server, at ${message.method}: ${String(error)}`);
  }
}

async function serveFiles(
  world: World,
  process: ServerProcess,
  caller: Caller,
  { method, payload }: Message,
): Promise<NonNullable<Message["answer"]>> {
  const { freight, nowMs } = world;
  const given = { process, disk: world.server.disk, freight, nowMs, newId: () => world.newId() };
  const value = copyOf(await serveBlob(given, caller, method, payload));
  if (method === "blob.read") {
    checkFileRead(world, caller.name, readableFor(world, caller.name), payload, value);
  }
  return { value, error: null, facts: null };
}

function failed(error: Error): NonNullable<Message["answer"]> {
  return { value: null, error, facts: null };
}

function inputOf(message: Message): unknown[] {
  switch (message.method) {
    case "hello":
      return [];
    case "push":
      return [pushRequestSchema.parse(message.payload)];
    case "pull":
      return [pullRequestSchema.parse(message.payload)];
    case "snapshot":
      return [snapshotRequestSchema.parse(message.payload)];
    default:
      return message.payload === undefined ? [] : [message.payload];
  }
}

interface Before {
  readonly lastN: number;
  /** Newest stamp that the server had moved in the stream. */
  readonly newestMoved: Stamp | null;
  readonly effects: string;
  readonly memos: ReadonlyMap<string, MemoRecord>;
  readonly registers: RegistersBefore;
}

interface StreamRow {
  readonly id: string;
  readonly last_n: number;
  readonly newest_moved: Stamp | null;
}

function observe(world: World, message: Message): Before {
  if (message.method !== "push") {
    return { lastN: 0, newestMoved: null, effects: "", memos: new Map(), registers: new Map() };
  }
  const { streamId } = message.payload as PushRequest;
  const row = world.server.file
    .all<StreamRow>("SELECT id, last_n, newest_moved FROM stream")
    .find(({ id }) => id === streamId);
  const { file } = world.server;
  const registers = observeRegisters(world);
  return {
    lastN: row?.last_n ?? 0,
    newestMoved: row?.newest_moved ?? null,
    effects: effectsIn(file),
    memos: file.memos(),
    registers,
  };
}

/** Returns an operation's effects besides the memo itself. */
function effectsIn(file: ReplicaFile): string {
  return JSON.stringify(
    file.all(
      `SELECT (SELECT value FROM counter WHERE name = 'seq') AS seq,
         (SELECT count(*) FROM revision) AS revisions,
         (SELECT max(pk) FROM webhook_delivery) AS deliveries`,
    ),
  );
}

/** I3 · a response contains only rows that its user may read at that moment. */
function checkAnswer(world: World, message: Message, value: unknown, before: Before): void {
  const device = world.devices.get(message.device);
  if (device === undefined) return;
  const readable = readableFor(world, device.user);
  for (const { id, creator } of rowsIn(value)) {
    // A user's own memo may be sent in a state between two operations of one push.
    const isNotified = creator === device.user || readable.has(id);
    hold("I3", isNotified, () => `${message.method} sent ${id} to ${device.user}`);
  }
  checkRegisterAnswer(world, device.user, value);
  checkFileRows(world, device.user, readable, message.method, value);
  if (message.method === "push") checkPush(world, message, value, before);
}

interface Results {
  readonly type: string;
  readonly streamId: string;
  readonly results: readonly { n: number; code: string; entity: string }[];
}

function checkPush(world: World, message: Message, value: unknown, before: Before): void {
  const answer = value as Results;
  if (answer.type !== "results") return;
  const request = message.payload as PushRequest;
  for (const { n, code } of answer.results) {
    const key = `${answer.streamId}/${n}`;
    const first = world.answers.get(key) ?? code;
    hold("R1", first === code, () => `${key} was answered ${first}, then ${code}`);
    world.answers.set(key, code);
  }
  // I5 · a repeated push of accepted operations changes nothing.
  if (request.ops.every(({ n }) => n <= before.lastN)) {
    const effects = effectsIn(world.server.file);
    hold("I5", effects === before.effects, () => {
      return `a repeated push of ${message.device} made ${effects} of ${before.effects}`;
    });
  }
  checkIntents(world, message.device, request, answer, before);
  checkRegisterPush(world, message, answer, before);
}

/** I6 · a field that was set on top of the server's current version has the new value. */
function checkIntents(
  world: World,
  device: string,
  request: PushRequest,
  answer: Results,
  before: Before,
): void {
  const now = world.server.file.memos();
  const seen = new Set<string>();
  const ops = request.ops.map(({ n, op }) => ({ n, op: syncOpSchema.parse(op) }));
  for (const { n, op } of ops) {
    const isFirst = !seen.has(op.entity);
    seen.add(op.entity);
    if (n <= before.lastN || op.kind !== "memo.set" || !isFirst) continue;
    if (answer.results.find((result) => result.n === n)?.code !== "applied") continue;
    for (const [field, value] of Object.entries(op.set)) {
      const isReplaced = ops.some(
        (later) =>
          later.n > n &&
          later.op.entity === op.entity &&
          (later.op.kind !== "memo.set" || field in later.op.set),
      );
      if (field === "updatedMs" || isReplaced) continue;
      const intent = world.intents.findLast(
        (one) => one.device === device && one.memo === op.entity && one.field === field,
      );
      const was = before.memos.get(op.entity);
      // Purging the parent later in the batch also purges the comment.
      if (!now.has(op.entity)) continue;
      if (intent === undefined || intent.epoch !== request.epoch) continue;
      if (was?.seq !== intent.seenSeq || JSON.stringify(intent.value) !== JSON.stringify(value)) {
        continue;
      }
      const is = now.get(op.entity)?.[field as keyof MemoRecord];
      hold("I6", JSON.stringify(is) === JSON.stringify(value), () => {
        const words = `${field} of ${op.entity} to ${JSON.stringify(value)}`;
        return `${device} set ${words} on top of seq ${intent.seenSeq}: ${JSON.stringify(is)}`;
      });
    }
  }
}

/** Returns the memos anywhere in a response. */
function rowsIn(value: unknown): { id: string; creator: string }[] {
  if (typeof value !== "object" || value === null) return [];
  const { id, creator, text } = value as Record<string, unknown>;
  if (typeof id === "string" && typeof creator === "string" && typeof text === "object") {
    return [{ id, creator }];
  }
  return Object.values(value).flatMap(rowsIn);
}

function factsOf(world: World, message: Message, user: string, value: unknown): PullFacts | null {
  if (message.method !== "pull") return null;
  const page = value as { type: string; epoch: string; more: boolean };
  if (page.type !== "page" || page.more) return null;
  const headSeq =
    world.server.file.all<{ value: number }>("SELECT value FROM counter WHERE name = 'seq'")[0]
      ?.value ?? 0;
  const readable = readableFor(world, user);
  const files = readableFiles(world.server.file, user, readable);
  return { epoch: page.epoch, headSeq, readable, files };
}

/** Returns the ids of all memos that a user may read on the server now. */
export function readableFor(world: World, user: string): ReadonlySet<string> {
  const memos = world.server.file.memos();
  const access = readAccess(remoteCaller(world, user, "check"));
  const readable = new Set<string>();
  for (const id of memos.keys()) {
    if (mayRead(memos, access, id)) readable.add(id);
  }
  return readable;
}

function mayRead(
  memos: ReadonlyMap<string, MemoRecord>,
  access: ReturnType<typeof readAccess>,
  id: string,
): boolean {
  // Walks up the parents like `findReadable`, but synchronously.
  const memo = memos.get(id);
  if (memo === undefined || !mayReadOne(access, memo)) return false;
  return memo.parent === null || mayRead(memos, access, memo.parent);
}

/**
 * Implements docs/api-decisions.md §3 independently, so a mistake in the server's code doesn't hide
 * itself.
 */
function mayReadOne(access: ReturnType<typeof readAccess>, memo: MemoRecord): boolean {
  if (memo.creator === access.user) return true;
  if (memo.deletedMs !== null || memo.state !== "NORMAL") return false;
  if (memo.parent !== null) return true;
  if (memo.visibility === "SPACE") return memo.space !== null && access.spaces.includes(memo.space);
  return memo.visibility !== "PRIVATE";
}
