import type { MemoEntity } from "../memo/model.ts";
import { findPastText } from "../memo/stale-text.ts";
import type { OutboxRow, ReadStores, WriteStores } from "../ports.ts";
import { mergeTexts, textHash, textToWire } from "../text/index.ts";
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
 * A memo that a device states whole under an older generation: its text is merged with the newer
 * one from where the older generation ended. Where that is not known any more, the later of the two
 * stands; the other is for the caller to keep.
 */
export async function mergeOlderPut(
  stores: Pick<ReadStores, "pastTexts" | "revisions">,
  before: MemoEntity,
  op: PutOp,
): Promise<PutOp> {
  const { content } = before.row;
  const base = await findPastText(stores, op.entity, lastTextName(op.text.gen));
  const isLater =
    (op.stamps.updatedMs ?? op.stamps["*"]) >
    (before.row.stamps.updatedMs ?? before.row.stamps["*"]);
  const merged =
    base === null
      ? isLater
        ? op.text.content
        : content
      : mergeTexts(base, content, op.text.content);
  return { ...op, text: textOf(before, merged) };
}

/** A text that stays keeps its document: its seed would be a second document with the same words. */
function textOf(before: MemoEntity, content: string): PutOp["text"] {
  return content === before.row.content
    ? textToWire({ memo: before.row.id, content, text: before.text })
    : { gen: before.text.gen + serverStep, content };
}

/**
 * On a device: the server's document of a memo is of another generation than the edits that wait.
 * They become one whole text, made from what the device last knew the server to have.
 */
export async function restateOldEdits(stores: WriteStores, incoming: MemoEntity): Promise<void> {
  const { id } = incoming.row;
  const { gen } = incoming.text;
  const old = (await stores.outbox.pendingOf(id)).filter((row) => isOldEdit(row, gen));
  const last = old.at(-1);
  const view = await stores.memos.find(id);
  if (last?.op.kind !== "memo.text" || view === null) return;
  const known = (await stores.bases.get(id))?.entity?.row.content;
  const base = known ?? incoming.row.content;
  await stores.outbox.remove(old.map((row) => row.n));
  const whole = { base, content: view.content };
  await stores.outbox.append(wholeTextOp(last.op, gen, whole), last.atMs);
}

function isOldEdit({ op }: OutboxRow, gen: number): boolean {
  return op.kind === "memo.text" && op.whole === undefined && op.gen !== gen;
}
