import type { DeviceDatabase } from "@tidemark/core";
import { normaliseText } from "@tidemark/core/markdown";
import type { MemoRecord } from "@tidemark/core/model";
import { commentDraft } from "@tidemark/core/names";
import { draftKeys } from "@tidemark/core/sync/device";
import { gap } from "../app/host-drafts.ts";

/** Values that a page stores beside a draft, under its key with one of these ends. */
const besides = ["-tag", "-sent"] as const;

type Drafts = ReadonlyMap<string, string>;

/**
 * Decides the drafts of a restored database. Those that were saved as a memo since the backup are deleted, and
 * those of the data that it replaces stay (A30c).
 */
export async function restoreDrafts(
  database: DeviceDatabase,
  present: DeviceDatabase | null,
): Promise<void> {
  const stored = await readDrafts(database);
  const now = present === null ? new Map<string, string>() : await readDrafts(present);
  const [before, after] = await unsavedOf([textsOf(stored), textsOf(now)], database, present);
  const changed = new Map<string, string>();
  for (const key of new Set([...textsOf(stored).keys(), ...textsOf(now).keys()])) {
    const [older, newer] = [before.get(key) ?? "", after.get(key) ?? ""];
    changed.set(key, joined(older, newer));
    // The tag of the newer draft counts for the whole text.
    const source = newer === "" ? stored : now;
    for (const end of besides) {
      const isNeeded = older !== "" || newer !== "";
      changed.set(key + end, isNeeded ? (source.get(key + end) ?? "") : "");
    }
  }
  await database.write(async ({ meta }) => {
    for (const [key, text] of changed) {
      if (text === (stored.get(key) ?? "")) continue;
      await meta.set(draftKeys.at(key), text === "" ? null : text);
    }
  });
}

function readDrafts(database: DeviceDatabase): Promise<Drafts> {
  return database.read(({ meta }) => meta.entries(draftKeys));
}

function textsOf(drafts: Drafts): Drafts {
  return new Map([...drafts].filter(([key]) => !besides.some((end) => key.endsWith(end))));
}

/** Joins a draft of the backup and the present one, which may have continued it. */
function joined(before: string, after: string): string {
  if (before === "" || after.startsWith(before)) return after;
  return after === "" ? before : before + gap + after;
}

/** Draft for which a memo is searched. */
interface Sought {
  readonly key: string;
  /** Text as memos store it. */
  readonly text: string;
  /** True if the memo may have continued it since the backup. */
  readonly isOlder: boolean;
}

/** Returns the drafts of the backup and the present ones, without those that became a memo. */
async function unsavedOf(
  [stored, now]: readonly [Drafts, Drafts],
  database: DeviceDatabase,
  present: DeviceDatabase | null,
): Promise<[Drafts, Drafts]> {
  const seek = (drafts: Drafts, isOlder: boolean): Sought[] =>
    [...drafts].map(([key, draft]) => ({ key, text: normaliseText(draft).trim(), isOlder }));
  const sought = new Set([...seek(stored, true), ...seek(now, false)]);
  const inBackup = new Set<string>();
  for await (const memo of memosOf(database, () => sought.size > 0)) {
    inBackup.add(memo.id);
    removeSaved(sought, memo);
  }
  if (present !== null) {
    for await (const memo of memosOf(present, () => sought.size > 0)) {
      removeSaved(sought, memo);
      if (!inBackup.has(memo.id)) await removeContinued(sought, memo, present);
    }
  }
  const unsaved = (drafts: Drafts, isOlder: boolean): Drafts => {
    const keys = new Set([...sought].filter((each) => each.isOlder === isOlder).map(toKey));
    return new Map([...drafts].filter(([key]) => keys.has(key)));
  };
  return [unsaved(stored, true), unsaved(now, false)];
}

const toKey = ({ key }: Sought): string => key;

type Text = Pick<MemoRecord, "id" | "content" | "parent">;

function removeSaved(sought: Set<Sought>, { content }: Text): void {
  for (const each of sought) if (content.trim() === each.text) sought.delete(each);
}

/** Removes drafts that a newer memo began with: it may have been edited since. */
async function removeContinued(
  sought: Set<Sought>,
  memo: Text,
  present: DeviceDatabase,
): Promise<void> {
  const isPlace = (key: string): boolean =>
    memo.parent === null ? !key.startsWith(commentDraft("")) : key === commentDraft(memo.parent);
  const older = [...sought].filter(({ key, isOlder }) => isOlder && isPlace(key));
  if (older.length === 0) return;
  const earlier = await present.read(({ revisions }) => revisions.listByMemo(memo.id, mostTexts));
  for (const { content } of [memo, ...earlier]) {
    for (const each of older) if (content.trim().startsWith(each.text)) sought.delete(each);
  }
}

/** Maximum number of earlier texts of a memo that are compared. */
const mostTexts = 100;
const readAtOnce = 500;

/** Reads all memos, until `isNeeded` returns false. */
async function* memosOf(database: DeviceDatabase, isNeeded: () => boolean): AsyncGenerator<Text> {
  // "" sorts before every name of a user, so these are all memos.
  const ids = await database.read(({ memos }) => memos.idsByOthers(""));
  for (let at = 0; at < ids.length && isNeeded(); at += readAtOnce) {
    const memos = await database.read(async (stores) => {
      const found = [];
      for (const id of ids.slice(at, at + readAtOnce)) found.push(await stores.memos.find(id));
      return found;
    });
    for (const memo of memos) if (memo !== null) yield memo;
  }
}
