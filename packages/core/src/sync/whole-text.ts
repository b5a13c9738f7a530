import type { MemoEntity } from "../memo/model.ts";
import { findPastText } from "../memo/stale-text.ts";
import type { OutboxRow, ReadStores, WriteStores } from "../ports.ts";
import { addText, hasAdditions, mergeTexts, textHash, textToWire } from "../text/index.ts";
import { applyMemoOp } from "./apply-operation.ts";
import type { MemoOp } from "./operation.ts";
import { memoToPut } from "./wire-memo.ts";

/**
 * Edits that were made on an older generation of a memo's document travel as whole texts: what the
 * sender began with and what they made of it. The server merges them three ways and begins another
 * generation; so does a device in its view, one lower, so that no editor takes the one document for
 * the other (sync.md, Generations).
 */

type TextOp = Extract<MemoOp, { kind: "memo.text" }>;
type PutOp = Extract<MemoOp, { kind: "memo.put" }>;
type WholeText = NonNullable<TextOp["whole"]>;

/** Generations that the server goes up by; devices' views use the one between. */
const serverStep = 2;

/** Under this name a memo's last text of a generation is kept among its past texts. */
export function lastTextName(gen: number): string {
  return `gen:${gen}`;
}

/** A text operation that says everything, in place of one whose document is gone. */
export function wholeTextOp(op: TextOp, gen: number, whole: WholeText): TextOp {
  return {
    ...op,
    gen,
    update: "",
    whole,
    baseSha: textHash(whole.base),
    resultSha: textHash(whole.content),
  };
}

/** The server's form of a whole text: the memo stated anew with the merged text. */
export function wholeTextToPut(before: MemoEntity, op: TextOp, whole: WholeText): MemoOp {
  const content = mergeTexts(whole.base, before.row.content, whole.content);
  const put = memoToPut(before) as PutOp;
  const isLater = op.stamp > (put.stamps.updatedMs ?? put.stamps["*"]);
  return {
    ...put,
    stamp: op.stamp,
    text: textOf(before, content),
    ...(isLater && {
      fields: { ...put.fields, updatedMs: op.updatedMs },
      stamps: { ...put.stamps, updatedMs: op.stamp },
    }),
  };
}

/**
 * A memo that a device states whole under an older generation: what it adds to the text with which
 * that generation ended is added to the newer one. What it lacks is no removal: the device may not
 * have seen how that generation went on. A text that the memo had before adds nothing.
 */
export async function mergeOlderPut(
  stores: Pick<ReadStores, "pastTexts" | "revisions">,
  before: MemoEntity,
  op: PutOp,
): Promise<PutOp> {
  const { content } = before.row;
  const isPast = (await findPastText(stores, op.entity, textHash(op.text.content))) !== null;
  if (isPast) return { ...op, text: textOf(before, content) };
  const base = await findPastText(stores, op.entity, lastTextName(op.text.gen));
  const merged =
    base === null
      ? addText(content, op.text.content)
      : mergeTexts(base, content, addText(base, op.text.content));
  return { ...op, text: textOf(before, merged) };
}

/**
 * A memo that a device states whole under a newer generation: the server was restored. Which of its
 * words came since is not known, so the device's text gets what it lacks.
 */
export function mergeNewerPut(before: MemoEntity, op: PutOp): PutOp {
  const merged = addText(op.text.content, before.row.content);
  if (merged === op.text.content) return op;
  return { ...op, text: { gen: op.text.gen + serverStep, content: merged } };
}

/** A text that stays keeps its document: its seed would be a second document with the same words. */
function textOf(before: MemoEntity, content: string): PutOp["text"] {
  return content === before.row.content
    ? textToWire({ memo: before.row.id, content, text: before.text })
    : { gen: before.text.gen + serverStep, content };
}

/**
 * On a device: the server's document of a memo is of another generation than what waits. Edits become
 * one whole text, made from what the device last knew the server to have; a memo that was to be stated
 * whole adds what it has to the server's text.
 */
export async function restateOldEdits(stores: WriteStores, incoming: MemoEntity): Promise<void> {
  const { id, content: theirs } = incoming.row;
  const { gen } = incoming.text;
  const pending = await stores.outbox.pendingOf(id);
  const edits = pending.filter((row) => isOldEdit(row, gen));
  const put = pending.findLast(({ op }) => op.kind === "memo.put" && op.text.gen < gen);
  const last = edits.at(-1) ?? put;
  const view = await stores.memos.find(id);
  if (last === undefined || view === null) return;
  const whole =
    put === undefined
      ? await wholeTextOf(stores, incoming, view.content)
      : { base: theirs, content: addText(theirs, view.content) };
  const old = put === undefined ? edits : [...edits, put];
  await stores.outbox.remove(old.map((row) => row.n));
  if (put?.op.kind === "memo.put") {
    const text = textToWire({ memo: id, content: theirs, text: incoming.text });
    await stores.outbox.append({ ...put.op, text }, put.atMs);
  }
  if (whole.base !== whole.content) {
    await stores.outbox.append(wholeTextOp(textOpOf(last.op), gen, whole), last.atMs);
  }
}

/** The text operation that there is, or that stands for what a memo's statement says of its text. */
function textOpOf(op: MemoOp): TextOp {
  if (op.kind === "memo.text") return op;
  if (op.kind !== "memo.put") throw new Error(`${op.kind} says nothing of a text`);
  const stamp = op.stamps.updatedMs ?? op.stamps["*"];
  const { updatedMs } = op.fields;
  const of = { kind: "memo.text", entity: op.entity, stamp, updatedMs } as const;
  return { ...of, gen: op.text.gen, update: "", baseSha: "", resultSha: "" };
}

/** Where nothing is known of what the server's text has come from, an edit adds and takes nothing out. */
async function wholeTextOf(
  stores: WriteStores,
  incoming: MemoEntity,
  content: string,
): Promise<WholeText> {
  const base = await sharedText(stores, incoming);
  const theirs = incoming.row.content;
  if (base === null) return { base: theirs, content: addText(theirs, content) };
  return { base, content };
}

/**
 * The text that the server's has come from: what was last known of it, with as many of the waiting
 * operations as it seems to have taken before an answer got lost: what they added is in it.
 * null when nothing is known.
 */
async function sharedText(stores: WriteStores, { row }: MemoEntity): Promise<string | null> {
  let known = (await stores.bases.get(row.id))?.entity ?? null;
  let shared = known?.row.content ?? null;
  for (const { op } of await stores.outbox.pendingOf(row.id)) {
    const applied = applyMemoOp(known, op);
    if (!applied.ok || applied.value.entity === null) break;
    known = applied.value.entity;
    if (hasAdditions(shared ?? "", known.row.content, row.content)) shared = known.row.content;
  }
  return shared;
}

function isOldEdit({ op }: OutboxRow, gen: number): boolean {
  return op.kind === "memo.text" && op.whole === undefined && op.gen !== gen;
}
