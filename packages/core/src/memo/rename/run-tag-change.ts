import type { WriteContext } from "../../commit/write-context.ts";
import { appError, type AppError } from "../../error/errors.ts";
import { err, ok, type Result } from "../../error/result.ts";
import { undoRename, undoRetag } from "../../markdown/index.ts";
import type { Caller } from "../../model/caller.ts";
import type { ReadStores, WriteStores } from "../../stores/database.ts";
import type { MemoDeps } from "../memo-deps.ts";
import { updateWithin } from "../update-memo.ts";
import { changeMemoTag, readTagChange } from "./change-tag.ts";
import { copyLooks, dropLooks, setLooks } from "./tag-looks.ts";
import {
  branchOf,
  maxRenamedLately,
  type RenamedLately,
  renamedLatelyKey,
  renamedLatelyMs,
  type TagChange,
  type TagRun,
  tagRunKey,
  tagUndoKey,
} from "./tag-run.ts";
import type { UserReference } from "../../names/names.ts";

/** Limits of one transaction of a run. Other writes wait for at most one transaction. */
export interface PieceLimits {
  readonly memos: number;
  /** Called after each memo; returns true to end the transaction. */
  isOver(): boolean;
  /** Called with the id of the next memo to be written, for notifying listeners of many memos at once. */
  onWrite(id: string): void;
}

type Stores = Pick<WriteStores, "meta" | "memoNotes">;

/** Starts changing a tag in all of the caller's memos. Rule A21. */
export async function startTagRun(
  deps: MemoDeps,
  caller: Caller,
  wanted: TagChange,
  nowMs: number,
): Promise<Result<TagRun, AppError>> {
  const change = readTagChange(wanted);
  if (!change.ok) return change;
  return deps.database.write(async (stores) => {
    const last = await stores.meta.get(tagRunKey);
    if (last?.state === "running" || last?.state === "undoing") {
      return err(appError("FAILED_PRECONDITION", "another tag is being changed"));
    }
    await stores.memoNotes.clear(tagUndoKey);
    const run: TagRun = {
      ...change.value,
      id: deps.newId(),
      state: "running",
      startedMs: nowMs,
      total: await stores.memos.countTagged(branchOf(change.value, caller.name)),
      changed: 0,
      left: 0,
      undone: 0,
      after: null,
      undoneTo: "",
      looks: await copyLooks({ stores, deps, caller }, change.value),
    };
    await stores.meta.set(tagRunKey, run);
    return ok(run);
  }, caller);
}

/**
 * Processes the next piece of the current run in one transaction. Returns null if no run is active. Rule A21.
 */
export async function advanceTagRun(
  deps: MemoDeps,
  caller: Caller,
  limits: PieceLimits,
): Promise<TagRun | null> {
  return deps.database.write(async (stores) => {
    const run = await stores.meta.get(tagRunKey);
    if (run?.state !== "running" && run?.state !== "undoing") return null;
    const next =
      run.state === "running"
        ? await changeMore({ stores, deps, caller }, run, limits)
        : await undoMore({ stores, deps, caller }, run, limits);
    await stores.meta.set(tagRunKey, next);
    return next;
  }, caller);
}

async function changeMore(
  context: WriteContext<MemoDeps>,
  run: TagRun,
  limits: PieceLimits,
): Promise<TagRun> {
  const { stores, caller } = context;
  const branch = branchOf(run, caller.name);
  const places = await stores.memos.tagPlaces(branch, run.after, limits.memos);
  const ids = [...new Set(places.map(({ id }) => id))];
  const done = new Set<string>();
  // Memos that this run has already changed. Renaming a tag to its parent finds them again.
  for (const [id, note] of await stores.memoNotes.among(tagUndoKey, ids)) {
    if (note.run === run.id) done.add(id);
  }
  let { after, changed, left } = run;
  let taken = 0;
  for (const place of places) {
    if (!done.has(place.id)) {
      done.add(place.id);
      limits.onWrite(place.id);
      const outcome = await changeMemoTag(context, place.id, run);
      if (!outcome.ok) left++;
      else if (outcome.value !== null) {
        await stores.memoNotes.set(tagUndoKey, place.id, outcome.value);
        changed++;
      }
    }
    after = place;
    taken++;
    if (limits.isOver()) break;
  }
  const next = { ...run, after, changed, left };
  if (taken < places.length || places.length === limits.memos) return next;
  await dropLooks(context, run, run.looks);
  await noteRenamed(stores, next);
  return { ...next, state: "done" };
}

async function undoMore(
  context: WriteContext<MemoDeps>,
  run: TagRun,
  limits: PieceLimits,
): Promise<TagRun> {
  const { stores } = context;
  const notes = await stores.memoNotes.after(tagUndoKey, run.undoneTo, limits.memos);
  let { undone, undoneTo } = run;
  let taken = 0;
  for (const [id, note] of notes) {
    limits.onWrite(id);
    let isChanged = false;
    const wanted = async ({ memo }: { readonly memo: { readonly content: string } }) => {
      const content =
        note.places === undefined
          ? undoRetag(memo.content, note.seenIn ?? "", note.steps ?? [])
          : undoRename(memo.content, note.places);
      isChanged = content !== memo.content;
      return ok({ content });
    };
    const written = await updateWithin(context, id, wanted, { textReason: "edit" });
    if (written.ok && isChanged) undone++;
    await stores.memoNotes.set(tagUndoKey, id, null);
    undoneTo = id;
    taken++;
    if (limits.isOver()) break;
  }
  const next = { ...run, undone, undoneTo };
  if (taken < notes.length || notes.length === limits.memos) return next;
  const had = Object.entries(run.looks).filter(([, look]) => look === null);
  await setLooks(context, Object.fromEntries(had));
  return { ...next, state: "undone", looks: {} };
}

/** Stops the current run after the current piece. Changes made so far stay and can be undone. */
export async function stopTagRun(deps: MemoDeps): Promise<TagRun | null> {
  return changeRun(deps, async (_stores, run) =>
    run.state === "running" ? { ...run, state: "stopped" } : run,
  );
}

/** Resumes a stopped run. */
export async function resumeTagRun(deps: MemoDeps, id: string): Promise<TagRun | null> {
  return changeRun(deps, async (_stores, run) =>
    run.id === id && run.state === "stopped" ? { ...run, state: "running" } : run,
  );
}

/** Starts undoing the last run. Later changes are kept. Rule A21. */
export async function undoTagRun(
  deps: MemoDeps,
  caller: Caller,
  id: string,
): Promise<TagRun | null> {
  return changeRun(deps, async (stores, run) => {
    if (run.id !== id || run.state === "undoing" || run.state === "undone") return run;
    const had = Object.entries(run.looks).filter(([, look]) => look !== null);
    await setLooks({ stores, deps, caller }, Object.fromEntries(had));
    const lately = await readLately(stores, run.startedMs);
    await writeLately(
      stores,
      lately.filter((each) => each.from !== run.from),
    );
    return { ...run, state: "undoing", undoneTo: "" };
  });
}

/** Deletes the undo data of the last run after it expires. */
export async function expireTagRun(deps: MemoDeps, nowMs: number): Promise<void> {
  const last = await deps.database.read(({ meta }) => meta.get(tagRunKey));
  if (last === null || nowMs - last.startedMs < renamedLatelyMs) return;
  await deps.database.write(async (stores) => {
    const run = await stores.meta.get(tagRunKey);
    if (run?.id !== last.id || run.state === "running" || run.state === "undoing") return;
    await stores.memoNotes.clear(tagUndoKey);
    await stores.meta.set(tagRunKey, null);
  });
}

async function changeRun(
  deps: MemoDeps,
  change: (stores: WriteStores, run: TagRun) => Promise<TagRun>,
): Promise<TagRun | null> {
  return deps.database.write(async (stores) => {
    const run = await stores.meta.get(tagRunKey);
    if (run === null) return null;
    const next = await change(stores, run);
    if (next !== run) await stores.meta.set(tagRunKey, next);
    return next;
  });
}

/** Records a renaming. A name in use again is no longer an old name that is offered for renaming. */
async function noteRenamed(stores: Stores, { from, to, left, startedMs }: TagRun): Promise<void> {
  const lately = await readLately(stores, startedMs);
  const others = lately.filter((each) => each.from !== from && each.from !== to);
  const noted = to === null ? others : [...others, { from, to, left, atMs: startedMs }];
  await writeLately(stores, noted.slice(-maxRenamedLately));
}

async function readLately(
  { meta }: { readonly meta: Pick<Stores["meta"], "get"> },
  nowMs: number,
): Promise<RenamedLately[]> {
  const lately = (await meta.get(renamedLatelyKey)) ?? [];
  return lately.filter(({ atMs }) => nowMs - atMs < renamedLatelyMs);
}

async function writeLately({ meta }: Stores, lately: readonly RenamedLately[]): Promise<void> {
  await meta.set(renamedLatelyKey, lately.length === 0 ? null : [...lately]);
}

/** Renaming after which memos with the old tag arrived. */
export interface LateTag {
  readonly from: string;
  readonly to: string;
  readonly count: number;
}

/** Returns the last run, and later memos with tags that were renamed on this device. Rule A22. */
export async function tagRunStatus(
  stores: Pick<ReadStores, "meta" | "memos">,
  user: UserReference,
  nowMs: number,
): Promise<{ readonly run: TagRun | null; readonly late: readonly LateTag[] }> {
  const run = await stores.meta.get(tagRunKey);
  const late: LateTag[] = [];
  if (run?.state === "running" || run?.state === "undoing") return { run, late };
  for (const { from, to, left } of await readLately(stores, nowMs)) {
    const count = (await stores.memos.countTagged(branchOf({ from, to }, user))) - left;
    if (count > 0) late.push({ from, to, count });
  }
  return { run, late };
}

/** Stops offering a renaming. */
export async function dismissLate(deps: MemoDeps, from: string, nowMs: number): Promise<void> {
  await deps.database.write(async (stores) => {
    const lately = await readLately(stores, nowMs);
    await writeLately(
      stores,
      lately.filter((each) => each.from !== from),
    );
  });
}
