import { defineMeta, metaForm, type MetaStore } from "@tidemark/core";
import { markEraseDue } from "@tidemark/core/commit";
import {
  maxNotifications,
  type WireNotification,
  wireNotificationSchema,
} from "@tidemark/core/sync/protocol";
import { z } from "zod";

const storedSchema = z.object({
  items: z.array(wireNotificationSchema),
  /** Time of the server's answer. */
  loadedMs: z.number(),
});
/** Last answer of the server. */
const storedKey = defineMeta("inbox", metaForm.json(storedSchema));

const markSchema = z.object({
  as: z.enum(["read", "unread", "removed"]),
  atMs: z.number(),
  /** Unsent mark of a removed notification from before the removal. */
  before: z.enum(["read", "unread"]).optional(),
});
type MarkedAs = z.infer<typeof markSchema>;
const marksSchema = z.record(z.string(), markSchema);
type Marks = Readonly<Record<string, MarkedAs>>;
/** Local changes that weren't sent yet, by id. */
const marksKey = defineMeta("inbox_marks", metaForm.json(marksSchema));

/** Delay before a removal is sent; it can be undone until then. */
export const restorableMs = 30_000;

type Meta = Pick<MetaStore, "get" | "set">;

export interface DueMark {
  readonly id: string;
  readonly as: MarkedAs["as"];
  readonly atMs: number;
}

export interface KeptInbox {
  readonly items: readonly WireNotification[];
  readonly loadedMs: number | null;
}

/** Returns the notifications for the page: the server's last answer with the unsent marks applied. */
export async function shownInbox(meta: Pick<Meta, "get">): Promise<KeptInbox> {
  const kept = await meta.get(storedKey);
  if (kept === null) return { items: [], loadedMs: null };
  const marks = await marksOf(meta);
  const items = kept.items.flatMap((item) => {
    const shown = withMark(item, marks[item.id]?.as);
    return shown === null ? [] : [shown];
  });
  return { items, loadedMs: kept.loadedMs };
}

/** Stores the server's newest notifications. Erases the bytes of those that it no longer lists (R16). */
export async function keepInbox(
  meta: Meta,
  items: readonly WireNotification[],
  loadedMs: number,
): Promise<void> {
  const before = (await meta.get(storedKey))?.items ?? [];
  const said = new Set(items.map(({ id, snippet }) => `${id} ${snippet}`));
  await meta.set(storedKey, { items: items.slice(0, maxNotifications), loadedMs });
  if (!before.every(({ id, snippet }) => said.has(`${id} ${snippet}`))) {
    await markEraseDue({ meta });
  }
}

/** Deletes all notifications and unsent marks, because the device has left the account. */
export async function emptyInbox(meta: Meta): Promise<void> {
  const isEmpty = (await meta.get(storedKey)) === null;
  await meta.set(storedKey, null);
  await meta.set(marksKey, null);
  if (!isEmpty) await markEraseDue({ meta });
}

/** Returns true if one of these memos is in the stored notifications. */
export async function isInInbox(
  meta: Pick<Meta, "get">,
  memos: readonly string[],
): Promise<boolean> {
  const kept = await meta.get(storedKey);
  if (kept === null) return false;
  const asked = new Set(memos);
  return kept.items.some(
    ({ memo, relatedMemo }) => asked.has(memo) || (relatedMemo !== null && asked.has(relatedMemo)),
  );
}

/** Marks notifications that are shown. Returns the ids of those that changed. */
export async function markInbox(
  meta: Meta,
  ids: readonly string[],
  { as, atMs }: Omit<DueMark, "id">,
): Promise<string[]> {
  const shown = new Map((await shownInbox(meta)).items.map((item) => [item.id, item]));
  const marks: Record<string, MarkedAs> = { ...(await marksOf(meta)) };
  const changed: string[] = [];
  for (const id of new Set(ids)) {
    const item = shown.get(id);
    if (item === undefined || markedAs(item) === as) continue;
    const before = marks[id]?.as;
    const keepsBefore = as === "removed" && before !== undefined && before !== "removed";
    marks[id] = { as, atMs, ...(keepsBefore && { before }) };
    changed.push(id);
  }
  if (changed.length > 0) await setMarks(meta, marks);
  return changed;
}

/** Restores removed notifications whose removal wasn't sent. Returns false if it is too late for one. */
export async function restoreInInbox(meta: Meta, ids: readonly string[]): Promise<boolean> {
  const marks: Record<string, MarkedAs> = { ...(await marksOf(meta)) };
  let isWhole = true;
  for (const id of ids) {
    const mark = marks[id];
    if (mark?.as !== "removed") {
      isWhole = false;
      continue;
    }
    if (mark.before === undefined) delete marks[id];
    else marks[id] = { as: mark.before, atMs: mark.atMs };
  }
  await setMarks(meta, marks);
  return isWhole;
}

/** Returns the marks that can be sent now, and the time of the next one. */
export async function dueMarks(
  meta: Pick<Meta, "get">,
  nowMs: number,
): Promise<{ readonly due: readonly DueMark[]; readonly nextMs: number | null }> {
  const all = Object.entries(await marksOf(meta)).map(([id, { as, atMs }]) => ({ id, as, atMs }));
  const dueAtMs = ({ as, atMs }: DueMark): number => (as === "removed" ? atMs + restorableMs : 0);
  const later = all.map(dueAtMs).filter((ms) => ms > nowMs);
  return {
    due: all.filter((mark) => dueAtMs(mark) <= nowMs),
    nextMs: later.length === 0 ? null : Math.min(...later),
  };
}

/** Removes sent marks and applies them to the stored answer. Marks changed since stay. */
export async function marksSent(meta: Meta, sent: readonly DueMark[]): Promise<void> {
  const marks: Record<string, MarkedAs> = { ...(await marksOf(meta)) };
  for (const { id, as, atMs } of sent) {
    const now = marks[id];
    if (now?.as === as && now.atMs === atMs) delete marks[id];
  }
  await setMarks(meta, marks);
  const kept = await meta.get(storedKey);
  if (kept === null) return;
  const by = new Map(sent.map(({ id, as }) => [id, as]));
  const items = kept.items.flatMap((item) => withMark(item, by.get(item.id)) ?? []);
  await keepInbox(meta, items, kept.loadedMs);
}

function withMark(item: WireNotification, as: MarkedAs["as"] | undefined): WireNotification | null {
  if (as === undefined) return item;
  if (as === "removed") return null;
  return { ...item, status: as === "read" ? "ARCHIVED" : "UNREAD" };
}

function markedAs({ status }: WireNotification): MarkedAs["as"] {
  return status === "UNREAD" ? "unread" : "read";
}

async function marksOf(meta: Pick<Meta, "get">): Promise<Marks> {
  return (await meta.get(marksKey)) ?? {};
}

function setMarks(meta: Meta, marks: Marks): Promise<void> {
  return meta.set(marksKey, Object.keys(marks).length === 0 ? null : marks);
}
