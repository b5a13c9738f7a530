import type { RevisionRecord } from "../../stores/revision-store.ts";
import type { OutboxRow } from "../../stores/sync-stores.ts";
import type { WriteStores } from "../../stores/database.ts";
import { textHash } from "../../text/index.ts";
import type { MemoRow } from "../../model/memo.ts";
import type { MemoChange } from "../../stores/journal.ts";
import { textsToKeep } from "./revision-policy.ts";
import { deviceNameKey } from "../profile/profile-keys.ts";
import { defineMemoNote } from "../../stores/meta/define-meta.ts";
import { mark } from "../../stores/meta/meta-form.ts";
import type { UserReference } from "../../names/names.ts";

type HistoryStores = Pick<WriteStores, "revisions" | "meta">;

/** Minimum interval between saved merges. While two users type at once, every few words are a merge. */
const mergeIntervalMs = 60_000;

/** Set on memos whose merged text their reader hasn't seen yet. */
export const mergeNoteKey = defineMemoNote("merged", mark);

/** Saves the text that a change on this device replaced. */
export async function keepDeviceHistory(stores: HistoryStores, change: MemoChange): Promise<void> {
  const { before, after, atMs, caller, textReason } = change;
  if (before === null || after === null) return;
  const memo = before.row.id;
  if (before.row.content === after.row.content) return;
  const latest = await stores.revisions.latest(memo);
  for (const content of textsToKeep(change, latest)) {
    const { name: author, device } = caller;
    await add(stores, { memo, content, author, device, reason: textReason, atMs });
  }
}

/** Both sides of a text merge, and its result. */
export interface MergedTexts {
  /** `null` if this device had no such memo. */
  readonly ours: string | null;
  /** `null` if the server's text before the merge is unknown. */
  readonly theirs: string | null;
  readonly result: string;
  readonly creator: UserReference;
  /** Time of the last change of `ours`, in epoch ms. */
  readonly atMs: number;
  /** True if `ours` is nowhere else afterwards: it is saved soon after another merge too. */
  readonly isDiscarded?: boolean;
}

/**
 * Saves this device's side of a merge with the server's text, and the server's side if the result differs
 * from it (T10). Saves nothing if the result equals this device's side.
 */
export async function keepMergedTexts(
  stores: HistoryStores,
  memo: string,
  { ours, theirs, result, creator, atMs, isDiscarded = false }: MergedTexts,
): Promise<void> {
  if (ours === null || ours === result) return;
  const latest = await stores.revisions.latest(memo);
  const isSame = latest !== null && (await stores.revisions.find(latest.id))?.content === ours;
  const isRecent = latest?.reason === "merge" && atMs - latest.atMs < mergeIntervalMs;
  if (isSame || (isRecent && !isDiscarded)) return;
  const merge = { memo, author: creator, reason: "merge", atMs } as const;
  if (theirs !== null && theirs !== result) {
    await add(stores, { ...merge, content: theirs, device: "" });
  }
  const device = (await stores.meta.get(deviceNameKey)) ?? "";
  await add(stores, { ...merge, content: ours, device });
}

/**
 * Returns the shown text if this device's user wrote it: an edit that isn't merged with anything has it as its
 * result. Returns null for a text that a merge made, which doesn't belong in the history.
 */
export function ownText(
  shown: string | null,
  edits: readonly Pick<OutboxRow, "op">[],
): string | null {
  if (shown === null) return null;
  const hash = textHash(shown);
  const isOwn = edits.some(({ op }) => {
    if (op.kind === "memo.put") return op.text.content === shown;
    return op.kind === "memo.text" && op.resultSha === hash;
  });
  return isOwn ? shown : null;
}

/** Saves the server's text of a memo, beside the newer text of this device that the server refused. */
export async function keepServerText(
  stores: HistoryStores,
  { id: memo, creator: author, content: ours }: Pick<MemoRow, "id" | "creator" | "content">,
  { content, atMs }: { readonly content: string; readonly atMs: number },
): Promise<void> {
  if (content === ours) return;
  for (const { id } of await stores.revisions.places(memo, 5)) {
    if ((await stores.revisions.find(id))?.content === content) return;
  }
  await add(stores, { memo, content, author, device: "", reason: "merge", atMs });
}

/** Adds a revision unless it exists. The id is a hash of memo, time and text. */
async function add(stores: HistoryStores, revision: Omit<RevisionRecord, "id">): Promise<void> {
  const { memo, atMs, content } = revision;
  const id = textHash(`${memo}\n${atMs}\n${content}`).slice(0, 32);
  if ((await stores.revisions.find(id)) === null) await stores.revisions.add({ id, ...revision });
}
