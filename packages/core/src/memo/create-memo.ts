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
  const checked = checkNewMemo(deps, input);
  if (!checked.ok) return checked;
  return deps.database.write((stores) => makeMemo({ stores, deps, caller }, checked.value), caller);
}

/** The same in a transaction that does more. What is refused has written nothing. */
export async function createWithin(
  context: WriteContext<MemoDeps>,
  input: CreateMemoInput,
): Outcome<MemoRecord> {
  const { deps } = context;
  const checked = checkNewMemo(deps, input);
  return checked.ok ? makeMemo(context, checked.value) : checked;
}

/** What can be said of a new memo before anything is read; its text is normalised. */
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
  // No row, tombstone or reference has an id that is made here: none is looked for.
  const isFreshId = input.id === undefined;
  const former = isFreshId ? null : await stores.memos.find(id);
  const isFree = former === null || mayBeginAgain(caller, former, input);
  if (!isFree || (!isFreshId && (await stores.tombstones.has("memo", id)))) {
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
  // Where the references are stated, they are as stated.
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
  // Whose comment something is never changes.
  return isOwnTrash && former.parent === null && input.parent === undefined;
}
