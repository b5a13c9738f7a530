import {
  applyAttachmentSet,
  type AttachmentSetChange,
  planAttachmentSet,
} from "../attachment/attachment-set.ts";
import { appError, type AppError, invalidField, notFound } from "../error/errors.ts";
import { normaliseText } from "../markdown/index.ts";
import { isResourceId } from "../names/names.ts";
import type { WriteStores } from "../stores/database.ts";
import { err, ok, type Result } from "../error/result.ts";
import { touchMemo } from "../commit/touch-memo.ts";
import { observeMemo } from "../clock/observe-memo.ts";
import type { MemoOp } from "../merge/memo-op.ts";
import {
  stampOf,
  type MemoElement,
  type MemoEntity,
  type MemoFields,
  type MemoRecord,
} from "../model/memo.ts";
import { applyTextUpdate, textHash, textUpdateTo, toBase64 } from "../text/index.ts";
import type { Caller } from "../model/caller.ts";
import { findReadable, readAccess } from "../access/read-access.ts";
import { type Commit, commitMemo } from "../commit/commit-memo.ts";
import { checkContent, checkFields } from "../access/memo-limits.ts";
import type { MemoDeps } from "./memo-deps.ts";
import { planReferences, type WantedRelation } from "./relations.ts";
import { mergeStaleText } from "./stale-text.ts";
import { entityOf } from "../commit/entity-of.ts";
import { applyErrorToApp } from "../access/apply-error.ts";

export interface CreateMemoInput extends Partial<Omit<MemoFields, "deletedMs">> {
  /** Chosen by the caller, or given by the service. */
  readonly id?: string;
  readonly content: string;
  /** Id of the memo that this one comments on. */
  readonly parent?: string;
  /** Ids of the attachments that it has, in order. */
  readonly attachments?: readonly string[];
  /** References that it has. */
  readonly relations?: readonly WantedRelation[];
}

/** What may change in a memo. A field that is absent stays. */
export type MemoChanges = Partial<Omit<MemoFields, "deletedMs">> & {
  readonly content?: string;
  /** Ids of the attachments that it has from now on, in order, and no others. */
  readonly attachments?: readonly string[];
  /** References that it has from now on, and no others. */
  readonly relations?: readonly WantedRelation[];
  /** Moves its updateTime to now, whatever else changes or does not. */
  readonly isTouched?: true;
};

/** A memo as it is at the moment of a write, for whoever says what the write is in view of it. */
export interface CurrentMemo {
  readonly memo: MemoRecord;
  /** Ids of its attachments, in order. */
  attachments(): Promise<readonly string[]>;
}

/** Changes, or what works them out from the memo as it is, inside the transaction of the write. */
export type WantedChanges = MemoChanges | ((current: CurrentMemo) => Outcome<MemoChanges>);

type Outcome<T> = Promise<Result<T, AppError>>;

/**
 * Makes a memo. The id of one of the caller's own memos in the trash works as a new one: the memo
 * begins again under it, and only its history and its comments are what they were (A15).
 * ALREADY_EXISTS for every other id that is or was there.
 */
export async function createMemo(
  deps: MemoDeps,
  caller: Caller,
  input: CreateMemoInput,
): Outcome<MemoRecord> {
  if (input.id !== undefined && !isResourceId(input.id)) {
    return err(
      invalidField("memoId", "must be 1 to 36 letters, digits or inner hyphens, not all digits"),
    );
  }
  const content = normaliseText(input.content);
  const fits = checkContent(content, deps.limits());
  if (!fits.ok) return fits;
  return deps.database.write(async (stores) => {
    const id = input.id ?? deps.newId();
    const former = await stores.memos.find(id);
    const isFree = former === null || mayBeginAgain(caller, former, input);
    if (!isFree || (await stores.tombstones.has("memo", id))) {
      return err(appError("ALREADY_EXISTS", "a memo with this id exists already"));
    }
    let { space = null } = input;
    // Nothing is published by a default: who wants a user's own one reads the setting and says so.
    let visibility = input.visibility ?? "PRIVATE";
    if (input.parent !== undefined) {
      const parent = await findReadable(stores.memos, readAccess(caller), input.parent, false);
      if (parent === null) return err(notFound());
      ({ visibility, space } = parent);
    }
    const atMs = deps.clock.nowMs();
    const createdMs = input.createdMs ?? atMs;
    const fields: MemoFields = {
      state: input.state ?? "NORMAL",
      visibility,
      pinned: input.pinned ?? false,
      space,
      deletedMs: null,
      location: input.location ?? null,
      createdMs,
      // Not its createTime: who asks what changed lately must see a memo that is dated back.
      updatedMs: input.updatedMs ?? atMs,
    };
    const allowed = input.parent === undefined ? checkFields(caller, fields) : ok(null);
    if (!allowed.ok) return allowed;
    const files = await planAttachmentSet(stores.attachments, caller, {
      memo: id,
      ids: input.attachments ?? [],
    });
    if (!files.ok) return files;
    const references = await planReferences(
      stores.memos,
      caller,
      { id, elements: [] },
      input.relations ?? [],
      () => deps.clock.tick(),
    );
    if (!references.ok) return references;
    if (former !== null) {
      const again = { fields, content, references: references.value };
      const made = await beginAgain(stores, deps, caller, former, again);
      if (made.ok) await writeAttachmentSet(stores, deps, caller, files.value);
      return made;
    }
    const stamp = deps.clock.tick();
    const op: MemoOp = {
      kind: "memo.put",
      entity: id,
      stamp,
      creator: caller.name,
      parent: input.parent ?? null,
      fields,
      stamps: { "*": stamp },
      text: { gen: 1, content },
      elements: references.value,
      extra: {},
    };
    const made = await finish(stores, deps, caller, null, [op]);
    if (made.ok) await writeAttachmentSet(stores, deps, caller, files.value);
    return made;
  }, caller);
}

function mayBeginAgain(caller: Caller, former: MemoRecord, input: CreateMemoInput): boolean {
  const isOwnTrash = former.creator === caller.name && former.deletedMs !== null;
  // Whose comment something is never changes.
  return isOwnTrash && former.parent === null && input.parent === undefined;
}

/**
 * Makes a memo of one in the trash. Every field is stated, also where it stays: what another device
 * did to the memo before must not come to the new one later. The text replaces the old one in its
 * document, so that edits which are still on their way are merged and no word of them is lost.
 */
async function beginAgain(
  stores: WriteStores,
  deps: MemoDeps,
  caller: Caller,
  former: MemoRecord,
  next: {
    readonly fields: MemoFields;
    readonly content: string;
    readonly references: readonly MemoElement[];
  },
): Outcome<MemoRecord> {
  const before = await entityOf(stores, former);
  observeMemo(deps.clock, before);
  const isWanted = (element: MemoElement): boolean =>
    next.references.some(({ set, key }) => set === element.set && key === element.key);
  const elements = [
    ...next.references,
    ...before.elements
      .filter((element) => element.value !== null && !isWanted(element))
      .map((element) => ({ ...element, value: null })),
  ];
  for (const share of await stores.shares.listByMemo(former.id)) {
    await stores.shares.remove(share.id);
  }
  const ops: MemoOp[] = [
    ...elements.map((element) => elementOp(former.id, { ...element, stamp: deps.clock.tick() })),
    ...changeOps(deps, before, {}, next.content, false),
    { kind: "memo.set", entity: former.id, stamp: deps.clock.tick(), set: { ...next.fields } },
  ];
  return finish(stores, deps, caller, before, ops, {
    textReason: "overwrite",
    isRecreated: true,
  });
}

export interface UpdateOptions {
  /** What new text is: `edit` for a change that its author saw the text for, such as a ticked task. */
  readonly textReason?: "edit" | "overwrite" | "restore";
  /** ETag of the state that the change was made in view of. */
  readonly ifMatch?: string | undefined;
}

/**
 * Changes what is given, all in one transaction. A change that changes nothing writes nothing. The
 * visibility of a comment is its parent's, whatever is said of it.
 */
export async function updateMemo(
  deps: MemoDeps,
  caller: Caller,
  id: string,
  wanted: WantedChanges,
  { textReason = "overwrite", ifMatch }: UpdateOptions = {},
): Outcome<MemoRecord> {
  return deps.database.write(async (stores) => {
    const found = await findWritable(stores, caller, id, false);
    if (!found.ok) return found;
    const { entity, record } = found.value;
    const resolved = await resolveChanges(stores, record, wanted);
    if (!resolved.ok) return resolved;
    const changes = resolved.value;
    const given = changes.content === undefined ? undefined : normaliseText(changes.content);
    if (given !== undefined) {
      const fits = checkContent(given, deps.limits());
      if (!fits.ok) return fits;
    }
    observeMemo(deps.clock, entity);
    const merged =
      given === undefined || ifMatch === undefined
        ? null
        : await mergeStaleText(stores, entity.row, given, ifMatch);
    const content = merged ?? given;
    if (merged !== null) {
      const fits = checkContent(merged, deps.limits());
      if (!fits.ok) return fits;
    }
    const allowed = checkChanges(caller, entity, changes);
    if (!allowed.ok) return allowed;
    const { attachments: ids, relations, isTouched: isAsked, ...fields } = changes;
    const files = await plannedAttachments(stores, caller, id, ids);
    if (!files.ok) return files;
    const references = await plannedReferences(stores, deps, caller, entity, relations);
    if (!references.ok) return references;
    const isTouched =
      isAsked === true || files.value.changed.length > 0 || references.value.length > 0;
    const ops = [
      ...references.value.map((element) => elementOp(id, element)),
      ...changeOps(deps, entity, fields, content, isTouched),
    ];
    const done = await finish(
      stores,
      deps,
      caller,
      entity,
      ops,
      merged === null ? { textReason } : { textReason: "merge", otherText: given },
    );
    if (done.ok) await writeAttachmentSet(stores, deps, caller, files.value);
    return done;
  }, caller);
}

/** Merges an editor's update into a memo's text. Refused when it builds on text that is not here. */
export async function editMemoText(
  deps: MemoDeps,
  caller: Caller,
  edit: { readonly id: string; readonly gen: number; readonly update: Uint8Array },
): Outcome<MemoRecord> {
  return deps.database.write(async (stores) => {
    const found = await findWritable(stores, caller, edit.id, true);
    if (!found.ok) return found;
    const { entity } = found.value;
    observeMemo(deps.clock, entity);
    const { content } = entity.row;
    const merged = applyTextUpdate({ memo: edit.id, content, text: entity.text }, edit.update);
    if (!merged.ok) return err(applyErrorToApp(merged.error));
    const fits = checkContent(merged.value.content, deps.limits());
    if (!fits.ok) return fits;
    const op: MemoOp = {
      kind: "memo.text",
      entity: edit.id,
      stamp: deps.clock.tick(),
      gen: edit.gen,
      update: toBase64(edit.update),
      baseSha: textHash(content),
      resultSha: textHash(merged.value.content),
      updatedMs: deps.clock.nowMs(),
    };
    return finish(stores, deps, caller, entity, [op], { textReason: "edit" });
  }, caller);
}

/** Moves a memo to the trash. Its creator may, the owner of what it comments on, and a moderator. */
export async function trashMemo(deps: MemoDeps, caller: Caller, id: string): Outcome<MemoRecord> {
  return deps.database.write(async (stores) => {
    const record = await findReadable(stores.memos, readAccess(caller), id, false);
    if (record === null) return err(notFound());
    const parent = record.parent === null ? null : await stores.memos.find(record.parent);
    const mayTrash =
      record.creator === caller.name || caller.role === "ADMIN" || parent?.creator === caller.name;
    if (!mayTrash) return err(denied());
    return setDeleted(stores, deps, caller, record, deps.clock.nowMs());
  }, caller);
}

/** Brings a memo back from the trash with everything it had. */
export async function restoreMemo(deps: MemoDeps, caller: Caller, id: string): Outcome<MemoRecord> {
  return deps.database.write(async (stores) => {
    const found = await findWritable(stores, caller, id, true);
    if (!found.ok) return found;
    return setDeleted(stores, deps, caller, found.value.record, null);
  }, caller);
}

/** Removes a memo for good, wherever it is. */
export async function purgeMemo(deps: MemoDeps, caller: Caller, id: string): Outcome<null> {
  return deps.database.write(async (stores) => {
    const found = await findWritable(stores, caller, id, true);
    if (!found.ok) return found;
    observeMemo(deps.clock, found.value.entity);
    const op: MemoOp = { kind: "memo.purge", entity: id, stamp: deps.clock.tick() };
    const done = await commitMemo(stores, deps.journal, {
      before: found.value.entity,
      ops: [op],
      caller,
      textReason: "edit",
      atMs: deps.clock.nowMs(),
    });
    return done.ok ? ok(null) : err(applyErrorToApp(done.error));
  }, caller);
}

async function setDeleted(
  stores: WriteStores,
  deps: MemoDeps,
  caller: Caller,
  record: MemoRecord,
  deletedMs: number | null,
): Outcome<MemoRecord> {
  if ((record.deletedMs === null) === (deletedMs === null)) return ok(record);
  const entity = await entityOf(stores, record);
  observeMemo(deps.clock, entity);
  const op: MemoOp = {
    kind: "memo.set",
    entity: record.id,
    stamp: deps.clock.tick(),
    set: { deletedMs },
  };
  return finish(stores, deps, caller, entity, [op]);
}

async function plannedAttachments(
  stores: WriteStores,
  caller: Caller,
  memo: string,
  ids: readonly string[] | undefined,
): Promise<Result<AttachmentSetChange, AppError>> {
  if (ids === undefined) return ok({ changed: [], takenFrom: [] });
  return planAttachmentSet(stores.attachments, caller, { memo, ids });
}

async function plannedReferences(
  stores: WriteStores,
  deps: MemoDeps,
  caller: Caller,
  { row, elements }: MemoEntity,
  wanted: readonly WantedRelation[] | undefined,
): Promise<Result<MemoElement[], AppError>> {
  if (wanted === undefined) return ok([]);
  const memo = { id: row.id, elements };
  return planReferences(stores.memos, caller, memo, wanted, () => deps.clock.tick());
}

function elementOp(entity: string, { set, key, value, stamp }: MemoElement): MemoOp {
  return {
    kind: "memo.element",
    entity,
    stamp,
    set,
    key,
    value: value === null ? null : { ...value },
  };
}

/** Attachments change no field of a memo: they are entities of their own. */
async function writeAttachmentSet(
  stores: WriteStores,
  deps: MemoDeps,
  caller: Caller,
  change: AttachmentSetChange,
): Promise<void> {
  await applyAttachmentSet(stores, deps, caller, change);
  for (const memo of change.takenFrom) await touchMemo(stores, deps, caller, memo);
}

/** The memo with its document, when the caller may change it: 404 before 403. */
async function findWritable(
  stores: WriteStores,
  caller: Caller,
  id: string,
  showDeleted: boolean,
): Promise<Result<{ record: MemoRecord; entity: MemoEntity }, AppError>> {
  const record = await findReadable(stores.memos, readAccess(caller), id, showDeleted);
  if (record === null) return err(notFound());
  if (record.creator !== caller.name) return err(denied());
  return ok({ record, entity: await entityOf(stores, record) });
}

async function resolveChanges(
  stores: WriteStores,
  memo: MemoRecord,
  wanted: WantedChanges,
): Outcome<MemoChanges> {
  if (typeof wanted !== "function") return ok(withoutOwnVisibility(memo, wanted));
  const changes = await wanted({
    memo,
    attachments: async () =>
      (await stores.attachments.listByMemos([memo.id])).map((file) => file.id),
  });
  return changes.ok ? ok(withoutOwnVisibility(memo, changes.value)) : changes;
}

function withoutOwnVisibility(memo: MemoRecord, changes: MemoChanges): MemoChanges {
  if (memo.parent === null) return changes;
  const { visibility: _visibility, ...rest } = changes;
  return rest;
}

function checkChanges(
  caller: Caller,
  entity: MemoEntity,
  changes: MemoChanges,
): Result<null, AppError> {
  const { parent, space } = entity.row;
  if (parent !== null && changes.space !== undefined && changes.space !== space) {
    return err(appError("FAILED_PRECONDITION", "a comment is in the space of the memo it is on"));
  }
  const fields = {
    visibility: changes.visibility ?? entity.row.visibility,
    space: changes.space === undefined ? entity.row.space : changes.space,
    location: changes.location ?? null,
  };
  return checkFields(caller, fields, entity.row.space);
}

type FieldChanges = Omit<MemoChanges, "attachments" | "relations" | "isTouched">;

function changeOps(
  deps: MemoDeps,
  entity: MemoEntity,
  changes: FieldChanges,
  content: string | undefined,
  isTouched: boolean,
): MemoOp[] {
  const { row } = entity;
  const stamp = deps.clock.tick();
  const nowMs = deps.clock.nowMs();
  const set = differingFields(row, changes);
  const update =
    content === undefined
      ? null
      : textUpdateTo(
          { memo: row.id, content: row.content, text: entity.text },
          content,
          deps.textClientId(row.id, row.gen),
        );
  const ops: MemoOp[] = [];
  if (update !== null && content !== undefined) {
    ops.push({
      kind: "memo.text",
      entity: row.id,
      stamp,
      gen: entity.text.gen,
      update: toBase64(update),
      baseSha: textHash(row.content),
      resultSha: textHash(content),
      updatedMs: nowMs,
    });
  }
  if (
    Object.keys(set).length > 0 ||
    isTouched ||
    (ops.length > 0 && changes.updatedMs !== undefined)
  ) {
    ops.push({
      kind: "memo.set",
      entity: row.id,
      // Later than the text's, so that an updateTime that was asked for stands.
      stamp: deps.clock.tick(),
      set: { ...set, updatedMs: changes.updatedMs ?? nowMs },
      ...("visibility" in set ? { baseVisibility: stampOf(row.stamps, "visibility") } : {}),
    });
  }
  return ops;
}

function differingFields(row: MemoFields, changes: FieldChanges): Partial<MemoFields> {
  const { content: _content, ...fields } = changes;
  return Object.fromEntries(
    Object.entries(fields).filter(
      ([name, value]) =>
        value !== undefined &&
        JSON.stringify(value) !== JSON.stringify(row[name as keyof MemoFields]),
    ),
  );
}

async function finish(
  stores: WriteStores,
  deps: MemoDeps,
  caller: Caller,
  before: MemoEntity | null,
  ops: readonly MemoOp[],
  why: Pick<Commit, "textReason" | "otherText" | "isRecreated"> = { textReason: "overwrite" },
): Outcome<MemoRecord> {
  const id = ops[0]?.entity ?? before?.row.id;
  const done = await commitMemo(stores, deps.journal, {
    before,
    ops,
    caller,
    ...why,
    atMs: deps.clock.nowMs(),
  });
  if (!done.ok) return err(applyErrorToApp(done.error));
  const record = id === undefined ? null : await stores.memos.find(id);
  if (record === null) throw new Error("a memo that was just written is not there");
  return ok(record);
}

function denied(): AppError {
  return appError("PERMISSION_DENIED", "only its creator may do this");
}
