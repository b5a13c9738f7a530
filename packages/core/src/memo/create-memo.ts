import type { WriteContext } from "../commit/write-context.ts";
import { checkContent, checkFields } from "../access/memo-limits.ts";
import { findReadable, readAccess } from "../access/read-access.ts";
import { planAttachmentSet } from "../attachment/attachment-set.ts";
import { nextUpdateMs } from "../clock/update-time.ts";
import { appError, type AppError, invalidField, notFound } from "../error/errors.ts";
import { err, ok, type Result } from "../error/result.ts";
import { normaliseText } from "../markdown/index.ts";
import type { MemoOp } from "../merge/memo-op.ts";
import type { Caller } from "../model/caller.ts";
import type { MemoFields, MemoRecord } from "../model/memo.ts";
import { isResourceId } from "../names/names.ts";
import { beginAgain } from "./begin-again.ts";
import type { MemoDeps } from "./memo-deps.ts";
import { planLinks, planReferences, type WantedRelation } from "./relations.ts";
import { commitOps, writeAttachmentSet } from "./write-ops.ts";

export interface CreateMemoInput extends Partial<Omit<MemoFields, "deletedMs">> {
  /** Id chosen by the caller; generated if absent. */
  readonly id?: string;
  readonly content: string;
  /** Id of the memo that this one comments on. */
  readonly parent?: string;
  /** Ids of its attachments, in order. */
  readonly attachments?: readonly string[];
  /** References to other memos. */
  readonly relations?: readonly WantedRelation[];
}

type Outcome<T> = Promise<Result<T, AppError>>;

/**
 * Creates a memo. The id of one of the caller's own trashed memos counts as new: the memo begins again under
 * it and keeps only its history and comments (A15). Returns ALREADY_EXISTS for any other id that exists or
 * existed.
 */
export async function createMemo(
  deps: MemoDeps,
  caller: Caller,
  input: CreateMemoInput,
): Outcome<MemoRecord> {
  const checked = checkNewMemo(deps, input);
  if (!checked.ok) return checked;
  return deps.database.write((stores) => makeMemo({ stores, deps, caller }, checked.value), caller);
}

/** Creates a memo as part of a larger transaction. Writes nothing if it refuses. */
export async function createWithin(
  context: WriteContext<MemoDeps>,
  input: CreateMemoInput,
): Outcome<MemoRecord> {
  const { deps } = context;
  const checked = checkNewMemo(deps, input);
  return checked.ok ? makeMemo(context, checked.value) : checked;
}

/** Checks a new memo without reading the database. Returns the input with normalised text. */
function checkNewMemo(deps: MemoDeps, input: CreateMemoInput): Result<CreateMemoInput, AppError> {
  if (input.id !== undefined && !isResourceId(input.id)) {
    return err(
      invalidField("memoId", "must be 1 to 36 letters, digits or inner hyphens, not all digits"),
    );
  }
  const content = normaliseText(input.content);
  const fits = checkContent(content, deps.limits());
  if (!fits.ok) return fits;
  return ok({ ...input, content });
}

async function makeMemo(
  context: WriteContext<MemoDeps>,
  input: CreateMemoInput,
): Outcome<MemoRecord> {
  const { stores, deps, caller } = context;
  const { content } = input;
  const id = input.id ?? deps.newId();
  // A generated id has no row, tombstone or reference, so no lookup is needed.
  const isFreshId = input.id === undefined;
  const former = isFreshId ? null : await stores.memos.find(id);
  const isFree = former === null || mayBeginAgain(caller, former, input);
  if (!isFree || (!isFreshId && (await stores.tombstones.has("memo", id)))) {
    return err(appError("ALREADY_EXISTS", "a memo with this id already exists"));
  }
  let { space = null } = input;
  // Never published by default. A caller that wants the user's default reads the setting and passes it.
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
    // Defaults to the current time instead of createTime: queries for recent changes must find backdated
    // memos.
    updatedMs: input.updatedMs ?? (former === null ? atMs : nextUpdateMs(former, atMs)),
  };
  const allowed = input.parent === undefined ? checkFields(caller, fields) : ok(null);
  if (!allowed.ok) return allowed;
  const files = await planAttachmentSet(stores.attachments, caller, {
    memo: id,
    ids: input.attachments ?? [],
    hasNone: isFreshId,
  });
  if (!files.ok) return files;
  const made = { id, elements: [] };
  // Explicit relations replace the links of the text.
  const references =
    input.relations === undefined
      ? ok(await planLinks(context, made, { before: "", after: content }))
      : await planReferences(context, made, input.relations);
  if (!references.ok) return references;
  if (former !== null) {
    const again = { fields, content, references: references.value };
    const begun = await beginAgain(context, former, again);
    if (begun.ok) await writeAttachmentSet(context, files.value);
    return begun;
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
  const done = await commitOps(context, null, [op], {
    textReason: "overwrite",
    isFreshId,
  });
  if (done.ok) await writeAttachmentSet(context, files.value);
  return done;
}

function mayBeginAgain(caller: Caller, former: MemoRecord, input: CreateMemoInput): boolean {
  const isOwnTrash = former.creator === caller.name && former.deletedMs !== null;
  // The parent of a comment never changes.
  return isOwnTrash && former.parent === null && input.parent === undefined;
}
