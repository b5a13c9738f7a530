import type { AppError, Result } from "@tidemark/core";
import { toggleTask } from "@tidemark/core/markdown";
import { addReaction, reactionsOf, removeReaction } from "@tidemark/core/memo";
import type { MemoRecord } from "@tidemark/core/model";
import { entityOf } from "@tidemark/core/commit";
import { documentState } from "@tidemark/core/text";
import { hold } from "./failure.ts";
import type { Step } from "./script.ts";
import { bringBack, readMemo, writeStale } from "./stale-write.ts";
import { openTextEditor } from "./text-editor.ts";
import { withValue } from "./check-values.ts";
import { setUnknown } from "./unknown-things.ts";
import { changeWords, wordOf, wordsIn } from "./words.ts";
import type { World } from "./world.ts";
import { attempt, type Writer, writerOf } from "./writer.ts";
import { serverEpochKey } from "@tidemark/core/sync/device";

/** Steps that write, on a device or through the API. */
type WriteStep = Extract<
  Step,
  {
    do:
      | "create"
      | "edit"
      | "read"
      | "restore-revision"
      | "set-unknown"
      | "phrase"
      | "value"
      | "tick"
      | "set"
      | "trash"
      | "restore"
      | "purge"
      | "link"
      | "react"
      | "unreact";
  }
>;

/** Performs a step that writes, and records its intent. */
export async function write(world: World, step: WriteStep): Promise<void> {
  const writer = await writerOf(world, step.on);
  if (writer === null) return;
  await attempt(world, writer, step, () => writeWith(world, writer, step));
  noteAdded(world, writer, step);
  await noteWritten(world, writer, step);
}

/** Records the fields and reactions of a committed write, also if the response was lost. */
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
  if (step.do === "read" || step.do === "link") return;
  const memo = file.memos().get(id);
  if (memo === undefined) return;
  // A comment's fields follow its parent.
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

/** Records the words of a write that are in the file: an interrupted write may have been committed. */
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
      return edit(world, writer, step);
    case "read":
      return readMemo(world, writer, step.memo);
    case "restore-revision":
      return bringBack(world, writer, step);
    case "set-unknown":
      return setUnknown(world, writer, step);
    case "phrase":
      return replaceContent(writer, step.memo, (content) =>
        content.includes("same words") ? content : `${content}same words `,
      );
    case "value": {
      const amount = `$${step.to}`;
      world.values.add(amount);
      return replaceContent(writer, step.memo, (content) => withValue(content, step.nth, amount));
    }
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
    case "link": {
      const relations = step.target === null ? [] : [{ memo: null, relatedMemo: step.target }];
      await memos.update(caller, step.memo, { relations });
      return;
    }
    case "react":
      await addReaction(process.memoDeps, caller, step.memo, "👍");
      return;
    case "unreact":
      return unreact(writer, step.memo);
  }
}

/** Records a purge: it removes the memo and the comments that its user sees. */
export function notePurged(world: World, { file }: Pick<Writer, "file">, id: string): void {
  const memos = file.memos();
  world.files.purged.add(id);
  world.ledger.removed(wordsIn(memos.get(id)?.content ?? ""));
  for (const memo of memos.values()) {
    if (memo.parent === id) notePurged(world, { file }, memo.id);
  }
}

/** I6 · a writer reads back its own write. */
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

function edit(world: World, writer: Writer, step: EditStep): Promise<void> {
  switch (step.how) {
    case "content":
      return editContent(world, writer, step);
    case "if-match":
      return writeStale(world, writer, step);
    default:
      return editInEditor(world, writer, step);
  }
}

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
  const update = step.how === "long-session" ? editor.changeAtLength(step) : editor.change(step);
  if (update === null) return;
  const done = await process.memos.editText(caller, {
    id: step.memo,
    gen: editor.gen,
    update,
  });
  // An editor whose text the replica refuses is closed, as in the app.
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
  const epoch = await file.peek.read(({ meta }) => meta.get(serverEpochKey));
  const done = await process.memos.update(caller, step.memo, step.set);
  // A comment has its parent's visibility, whatever was set.
  const isTaken = (field: string): boolean => field !== "visibility" || before?.parent === null;
  const taken = Object.entries(step.set).filter(([field]) => isTaken(field));
  await readBack(writer, step.memo, done, (memo) =>
    taken.every(([field, value]) => isValue(memo, field, value)),
  );
  if (!done.ok || device === null || before === undefined || waiting.length > 0) return;
  for (const [field, value] of taken) {
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
