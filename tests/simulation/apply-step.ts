import type { AppError, Result } from "@tidemark/core";
import { toggleTask } from "@tidemark/core/markdown";
import {
  addReaction,
  type Caller,
  entityOf,
  type MemoRecord,
  reactionsOf,
  removeReaction,
} from "@tidemark/core/memo";
import { documentState } from "@tidemark/core/text";
import { Crash } from "./crash.ts";
import { checkDevice } from "./check-device.ts";
import { checkServer } from "./check-server.ts";
import type { DeviceProcess } from "./device-process.ts";
import { Broken, hold } from "./failure.ts";
import { copyOf, type Message, NetworkError } from "./network.ts";
import { restoreServer } from "./restore-server.ts";
import type { ReplicaFile } from "./replica-file.ts";
import type { Step } from "./script.ts";
import { serveMessage } from "./serve-message.ts";
import type { ServerProcess } from "./server-process.ts";
import { settle } from "./settle.ts";
import { openTextEditor } from "./text-editor.ts";
import { changeWords, wordOf, wordsIn } from "./words.ts";
import {
  newDevice,
  openDevice,
  openServer,
  type PullFacts,
  profileOwner,
  remoteCaller,
  runAll,
  type SimDevice,
  type World,
} from "./world.ts";

/** Does one step, lets everything run that it set going, and checks every law that can be checked. */
export async function applyStep(world: World, step: Step): Promise<void> {
  world.nowMs += 37;
  await doStep(world, step);
  await runAll();
  await checkAll(world);
}

export async function checkAll(world: World): Promise<void> {
  if (world.thrown !== null) {
    throw new Broken("throws", `${world.thrown.stack ?? String(world.thrown)}`);
  }
  await checkServer(world);
  for (const device of world.devices.values()) await checkDevice(world, device);
}

async function doStep(world: World, step: Step): Promise<void> {
  switch (step.do) {
    case "wait":
      world.nowMs += step.ms;
      return;
    case "device":
      return addDevice(world, step.as, step.user, step.driftMs);
    case "members":
      world.members.set(step.space, step.users);
      return;
    case "backup":
      world.server.backup = { file: world.server.file.copy(), takenMs: world.nowMs };
      return;
    case "restore-server":
      return restoreServer(world);
    case "settle":
      return settle(world);
    case "crash":
      return crash(world, step.on, step.statement);
    case "start":
      return start(world, step.on);
    case "create":
    case "edit":
    case "phrase":
    case "tick":
    case "set":
    case "trash":
    case "restore":
    case "purge":
    case "react":
    case "unreact":
      return write(world, step);
    default: {
      const device = world.devices.get(step.on);
      if (device !== undefined) await onDevice(world, device, step);
    }
  }
}

type DeviceStep = Extract<
  Step,
  {
    do:
      | "connect"
      | "follow"
      | "sync"
      | "deliver"
      | "drop"
      | "repeat"
      | "time-out"
      | "cut"
      | "mend"
      | "expire"
      | "sign-in"
      | "drift"
      | "clone";
  }
>;

async function onDevice(world: World, device: SimDevice, step: DeviceStep): Promise<void> {
  switch (step.do) {
    case "connect":
      return connect(world, device);
    case "follow":
      await device.process?.database.write(async ({ cursors, meta }) => {
        if ((await meta.get("account")) === null || (await cursors.all()).has(step.scope)) return;
        await cursors.set(step.scope, 0);
      });
      return;
    case "sync":
      return sync(world, device, step.what);
    case "deliver":
    case "drop":
    case "repeat":
    case "time-out": {
      const messages = world.network.of(device.name);
      const message = messages[step.nth % Math.max(1, messages.length)];
      if (message !== undefined) await onMessage(world, message, step.do);
      return;
    }
    case "cut":
    case "mend":
      device.isCut = step.do === "cut";
      return;
    case "expire":
    case "sign-in":
      device.isExpired = step.do === "expire";
      return;
    case "drift":
      device.driftMs = step.ms;
      return;
    case "clone":
      return clone(world, device, step.as);
  }
}

async function addDevice(world: World, name: string, user: string, driftMs: number): Promise<void> {
  if (world.devices.has(name)) return;
  const file = world.room.create();
  const device = newDevice({ name, user, node: name, file, driftMs, isBound: false });
  world.devices.set(name, device);
  await openDevice(world, device);
}

/** A copied profile: same stream, same clock node, and from then on a life of its own. */
async function clone(world: World, device: SimDevice, name: string): Promise<void> {
  if (world.devices.has(name)) return;
  const { user, node, driftMs, isBound } = device;
  const copy = newDevice({ name, user, node, file: device.file.copy(), driftMs, isBound });
  copy.lastPull = device.lastPull;
  // What waited in the first waits in both.
  for (const { writers } of world.fieldWrites.values()) {
    if (writers.has(device.name)) writers.add(name);
  }
  world.devices.set(name, copy);
  await openDevice(world, copy);
}

async function crash(world: World, on: string, statement: number): Promise<void> {
  if (on === "server") {
    world.server.process?.life.endAt(statement);
    if (statement === 0) world.server.process = null;
    return;
  }
  const device = world.devices.get(on);
  device?.process?.life.endAt(statement);
  if (device !== undefined && statement === 0) end(world, device);
}

function end(world: World, device: SimDevice): void {
  device.process = null;
  world.network.forget(device.name);
}

export async function start(world: World, on: string): Promise<void> {
  if (on === "server") {
    if (world.server.process === null) await openServer(world);
    return;
  }
  const device = world.devices.get(on);
  if (device !== undefined && device.process === null) await openDevice(world, device);
}

/** The calls of the protocol over the world's network, whatever their names. */
function transportOf(world: World, device: SimDevice): never {
  const call = async (method: string, payload: unknown): Promise<unknown> => {
    if (device.isCut) throw new NetworkError("offline");
    return world.network.call(device.name, method, limited(world, method, payload));
  };
  return new Proxy(
    {},
    { get: (_target, method) => (payload: unknown) => call(String(method), payload) },
  ) as never;
}

/** Pages and pushes as small as the script wants them, so that few memos make many. */
function limited(world: World, method: string, payload: unknown): unknown {
  if (method === "pull" || method === "snapshot")
    return { ...(payload as object), maxBytes: world.script.pageBytes };
  if (method !== "push") return payload;
  const { ops } = payload as { ops: unknown[] };
  return { ...(payload as object), ops: ops.slice(0, world.script.pushOps) };
}

async function connect(world: World, device: SimDevice): Promise<void> {
  const { process } = device;
  if (process === null || process.running > 0) return;
  background(world, device, process, async () => {
    const transport = transportOf(world, device) as { hello(): Promise<never> };
    await process.sync.adopt(await transport.hello(), "http://server.test");
    device.isBound = true;
  });
}

export async function sync(
  world: World,
  device: SimDevice,
  what: "round" | "push" | "pull",
): Promise<void> {
  const { process } = device;
  if (process === null || !device.isBound || process.running > 2) return;
  background(world, device, process, async () => {
    const transport = transportOf(world, device);
    if (!process.hasGreeted) await process.sync.greet(transport);
    process.hasGreeted = true;
    if (what !== "pull") await process.sync.push(transport);
    if (what !== "push") await process.sync.pull(transport);
  });
}

function background(
  world: World,
  device: SimDevice,
  process: DeviceProcess,
  work: () => Promise<void>,
): void {
  process.running += 1;
  void work()
    .catch((error: unknown) => {
      process.hasGreeted = false;
      if (error instanceof Crash || process.life.isOver) {
        if (device.process === process) end(world, device);
      } else if (!(error instanceof NetworkError)) {
        world.thrown ??= error instanceof Error ? error : new Error(String(error));
      }
    })
    .finally(() => {
      process.running -= 1;
    });
}

export async function onMessage(
  world: World,
  message: Message,
  what: "deliver" | "drop" | "repeat" | "time-out",
): Promise<void> {
  switch (what) {
    case "drop":
      world.network.remove(message);
      message.settle({ error: new NetworkError("lost") });
      return;
    case "time-out":
      message.settle({ error: new NetworkError("timed out") });
      return;
    case "repeat":
      if (message.answer === null) await serveMessage(world, message);
      return;
    case "deliver":
      if (message.answer === null) message.answer = await serveMessage(world, message);
      else await giveAnswer(world, message);
  }
}

async function giveAnswer(world: World, message: Message): Promise<void> {
  const { answer } = message;
  const device = world.devices.get(message.device);
  world.network.remove(message);
  if (answer === null || device === undefined || message.isSettled()) return;
  message.settle(answer);
  await runAll();
  if (message.method !== "pull" || answer.facts === null) return;
  if (await wasTaken(device, answer.value)) device.lastPull = answer.facts as PullFacts;
}

/** Whether the device stands where the page ends. */
async function wasTaken(device: SimDevice, value: unknown): Promise<boolean> {
  const page = value as { epoch: string; next: Record<string, number> };
  return device.file.peek.read(async ({ meta, cursors }) => {
    const at = await cursors.all();
    const fits = Object.entries(page.next).every(([scope, seq]) => (at.get(scope) ?? 0) === seq);
    return (
      fits &&
      at.size === Object.keys(page.next).length &&
      (await meta.get("server_epoch")) === page.epoch
    );
  });
}

type WriteStep = Extract<
  Step,
  {
    do:
      | "create"
      | "edit"
      | "phrase"
      | "tick"
      | "set"
      | "trash"
      | "restore"
      | "purge"
      | "react"
      | "unreact";
  }
>;

interface Writer {
  readonly name: string;
  readonly file: ReplicaFile;
  readonly process: DeviceProcess | ServerProcess;
  readonly caller: Caller;
  readonly device: SimDevice | null;
}

async function writerOf(world: World, on: string): Promise<Writer | null> {
  if (on.startsWith("api:")) {
    const { process, file } = world.server;
    if (process === null) return null;
    const user = on.slice("api:".length);
    return { name: on, file, process, caller: remoteCaller(world, user, "API"), device: null };
  }
  const device = world.devices.get(on);
  if (device === undefined || device.process === null) return null;
  const caller = await profileOwner(world, device);
  return { name: on, file: device.file, process: device.process, caller, device };
}

async function write(world: World, step: WriteStep): Promise<void> {
  const writer = await writerOf(world, step.on);
  if (writer === null) return;
  try {
    await writeWith(world, writer, step);
  } catch (error) {
    if (error instanceof Crash || writer.process.life.isOver) {
      if (writer.device === null) world.server.process = null;
      else if (writer.device.process === writer.process) end(world, writer.device);
    } else if (error instanceof Broken) {
      throw error;
    } else {
      throw new Broken("throws", `${step.do} on ${step.on}: ${(error as Error).stack ?? ""}`);
    }
  }
  noteAdded(world, writer, step);
  await noteWritten(world, writer, step);
}

/** What a write that was committed, heard of or not, has put into fields and reactions. */
async function noteWritten(world: World, writer: Writer, step: WriteStep): Promise<void> {
  const { file, name, caller } = writer;
  if (step.do === "react" || step.do === "unreact") {
    const elements = await file.peek.read(({ memos }) => memos.elements([step.memo]));
    const isThere = reactionsOf(elements.get(step.memo) ?? []).some(
      (one) => one.creator === caller.name && caller.name !== "users/local",
    );
    const key = `${step.memo} ${caller.name}`;
    if (isThere || step.do === "unreact") {
      const wasRemoved = world.reactions.get(key)?.wasRemoved === true || step.do === "unreact";
      world.reactions.set(key, { wasRemoved });
    }
    return;
  }
  const id = step.do === "create" ? step.as : step.memo;
  const memo = file.memos().get(id);
  if (memo === undefined) return;
  // What a comment shows follows its parent.
  const given = step.do === "set" ? Object.entries(step.set) : [];
  const written =
    step.do === "create"
      ? allFields
      : given.filter(([field, value]) => isValue(memo, field, value)).map(([field]) => field);
  for (const field of memo.parent === null ? written : []) {
    const key = `${id} ${field}`;
    const known = world.fieldWrites.get(key) ?? { writers: new Set(), value: null };
    known.writers.add(name);
    known.value = memo[field as keyof MemoRecord];
    world.fieldWrites.set(key, known);
  }
}

function isValue(memo: MemoRecord | undefined, field: string, value: unknown): boolean {
  return JSON.stringify(memo?.[field as keyof MemoRecord]) === JSON.stringify(value);
}

const allFields = ["pinned", "state", "visibility", "location"];

/** A write that was cut short may have been committed: what the file holds was written. */
function noteAdded(world: World, writer: Writer, step: WriteStep): void {
  if (step.do !== "create" && step.do !== "edit") return;
  const memo = step.do === "create" ? step.as : step.memo;
  const numbers = step.do === "create" ? step.words : step.add.map(([word]) => word);
  const content = writer.file.memos().get(memo)?.content ?? "";
  const missing = numbers.filter((number) => world.ledger.fate(wordOf(number)) === undefined);
  world.ledger.added(
    memo,
    missing.filter((number) => content.includes(wordOf(number))),
  );
}

async function writeWith(world: World, writer: Writer, step: WriteStep): Promise<void> {
  const { caller, process } = writer;
  const { memos } = process;
  switch (step.do) {
    case "create": {
      const words = step.words.map((number) => `${wordOf(number)} `).join("");
      const made = await memos.create(caller, {
        id: step.as,
        content: step.task === true ? `- [ ] ${words}\n` : words,
        ...(step.visibility === undefined ? {} : { visibility: step.visibility }),
        ...(step.space === undefined ? {} : { space: step.space }),
        ...(step.parent === undefined ? {} : { parent: step.parent }),
      });
      await readBack(writer, step.as, made, () => true);
      return;
    }
    case "edit":
      return step.how === "content"
        ? editContent(world, writer, step)
        : editInEditor(world, writer, step);
    case "phrase":
      return replaceContent(writer, step.memo, (content) =>
        content.includes("same words") ? content : `${content}same words `,
      );
    case "tick":
      return replaceContent(
        writer,
        step.memo,
        (content) => toggleTask(content, 0, true) ?? content,
      );
    case "set":
      return setFields(world, writer, step);
    case "trash":
      await readBack(writer, step.memo, await memos.trash(caller, step.memo), (memo) => {
        return memo?.deletedMs !== null;
      });
      return;
    case "restore":
      await readBack(writer, step.memo, await memos.restore(caller, step.memo), (memo) => {
        return memo?.deletedMs === null;
      });
      return;
    case "purge":
      notePurged(world, writer, step.memo);
      await readBack(writer, step.memo, await memos.purge(caller, step.memo), (memo) => {
        return memo === undefined;
      });
      return;
    case "react":
      await addReaction(process.memoDeps, caller, step.memo, "👍");
      return;
    case "unreact":
      return unreact(writer, step.memo);
  }
}

/** Who purges a memo means what they see of it to go, comments included. */
function notePurged(world: World, { file }: Pick<Writer, "file">, id: string): void {
  const memos = file.memos();
  world.ledger.removed(wordsIn(memos.get(id)?.content ?? ""));
  for (const memo of memos.values()) {
    if (memo.parent === id) notePurged(world, { file }, memo.id);
  }
}

/** I6 · who writes reads what they wrote. */
async function readBack(
  writer: Writer,
  id: string,
  outcome: Result<unknown, AppError>,
  isThere: (memo: MemoRecord | undefined) => boolean,
): Promise<void> {
  const memo = writer.file.memos().get(id);
  hold("I6", !outcome.ok || isThere(memo), () => {
    return `${writer.name} wrote ${id} and reads ${JSON.stringify(memo)}`;
  });
}

async function unreact(writer: Writer, memo: string): Promise<void> {
  const { caller, process } = writer;
  const elements = await process.database.read((stores) => stores.memos.elements([memo]));
  const mine = reactionsOf(elements.get(memo) ?? []).find((one) => one.creator === caller.name);
  if (mine !== undefined) await removeReaction(process.memoDeps, caller, memo, mine.id);
}

async function replaceContent(
  { file, process, caller }: Writer,
  memo: string,
  change: (content: string) => string,
): Promise<void> {
  const current = file.memos().get(memo)?.content;
  if (current !== undefined) await process.memos.update(caller, memo, { content: change(current) });
}

type EditStep = Extract<Step, { do: "edit" }>;

async function editContent(world: World, writer: Writer, step: EditStep): Promise<void> {
  const current = writer.file.memos().get(step.memo);
  if (current === undefined || current.creator !== writer.caller.name) return;
  const { content, removed } = changeWords(current.content, step);
  world.ledger.removed(removed);
  const done = await writer.process.memos.update(writer.caller, step.memo, { content });
  await readBack(writer, step.memo, done, (memo) => memo?.content === content);
}

async function editInEditor(world: World, writer: Writer, step: EditStep): Promise<void> {
  const { process, caller, file } = writer;
  const current = file.memos().get(step.memo);
  if (current === undefined || current.creator !== caller.name) return;
  const { text } = await process.database.read((stores) => entityOf(stores, current));
  const state = documentState({ memo: step.memo, content: current.content, text });
  const editors = "editors" in process ? process.editors : new Map();
  const isOpen = step.how === "open-editor" && editors.get(step.memo)?.gen === text.gen;
  const editor = isOpen
    ? editors.get(step.memo)
    : openTextEditor(text.gen, state, world.newClientId());
  if (editor === undefined) return;
  editors.set(step.memo, editor);
  const { removed } = changeWords(editor.content(), step);
  world.ledger.removed(removed);
  const update = editor.change(step);
  if (update === null) return;
  const done = await process.memos.editText(caller, {
    id: step.memo,
    gen: editor.gen,
    update: copyOf([...update]).length > 0 ? update : update,
  });
  // An editor whose text the replica does not take is closed, as the screen says.
  if (!done.ok) editors.delete(step.memo);
}

async function setFields(
  world: World,
  writer: Writer,
  step: Extract<Step, { do: "set" }>,
): Promise<void> {
  const { caller, process, device, file } = writer;
  const before = file.memos().get(step.memo);
  const waiting = await file.peek.read(({ outbox }) => outbox.pendingOf(step.memo));
  const epoch = await file.peek.read(({ meta }) => meta.get("server_epoch"));
  const done = await process.memos.update(caller, step.memo, step.set);
  await readBack(writer, step.memo, done, (memo) =>
    Object.entries(step.set).every(([field, value]) => isValue(memo, field, value)),
  );
  if (!done.ok || device === null || before === undefined || waiting.length > 0) return;
  for (const [field, value] of Object.entries(step.set)) {
    const seenSeq = before.seq;
    world.intents.push({
      device: device.name,
      memo: step.memo,
      field,
      value,
      seenSeq,
      epoch: epoch ?? "",
    });
  }
}
