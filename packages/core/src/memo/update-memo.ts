import type { WriteContext } from "../commit/write-context.ts";
import { findManyReadable, readAccess } from "../access/read-access.ts";
import { checkContent, checkFields } from "../access/memo-limits.ts";
import { planAttachmentSet, type AttachmentSetChange } from "../attachment/attachment-set.ts";
import { observeMemo } from "../clock/observe-memo.ts";
import { appError, type AppError } from "../error/errors.ts";
import { err, ok, type Result } from "../error/result.ts";
import { normaliseText } from "../markdown/index.ts";
import type { Caller } from "../model/caller.ts";
import type { MemoEntity, MemoRecord } from "../model/memo.ts";
import type { WriteStores } from "../stores/database.ts";
import { changeOps, elementOp } from "./change-ops.ts";
import { findWritable } from "./find-writable.ts";
import type { MemoChanges, WantedChanges } from "./memo-changes.ts";
import type { MemoDeps } from "./memo-deps.ts";
import { planLinks, planReferences, referencesOf } from "./relations.ts";
import { mergeStaleText } from "./etag/stale-text.ts";
import { commitOps, writeAttachmentSet } from "./write-ops.ts";

export interface UpdateOptions {
  /** Reason for a new text. `edit`: its author saw the current text, as when checking a task. */
  readonly textReason?: "edit" | "overwrite" | "restore";
  /** ETag of the state that the change is based on. */
  readonly ifMatch?: string | undefined;
}

type Outcome<T> = Promise<Result<T, AppError>>;

/**
 * Applies changes to a memo. Writes nothing if a change is refused or has no effect. A comment always has the
 * visibility of its parent.
 */
export async function updateWithin(
  context: WriteContext<MemoDeps>,
  id: string,
  wanted: WantedChanges,
  { textReason = "overwrite", ifMatch }: UpdateOptions = {},
): Outcome<MemoRecord> {
  const { stores, deps, caller } = context;
  const found = await findWritable(stores, caller, id, false);
  if (!found.ok) return found;
  const { entity } = found.value;
  const resolved = await resolveChanges(context, found.value, wanted);
  if (!resolved.ok) return resolved;
  const changes = resolved.value;
  const given = changes.content === undefined ? undefined : normaliseText(changes.content);
  if (given !== undefined) {
    const fits = checkContent(given, deps.limits(), entity.row.content);
    if (!fits.ok) return fits;
  }
  observeMemo(deps.clock, entity);
  const merged =
    given === undefined || ifMatch === undefined
      ? null
      : await mergeStaleText(stores, entity.row, given, ifMatch);
  const content = merged?.text ?? given;
  if (merged !== null) {
    const fits = checkContent(merged.text, deps.limits(), entity.row.content);
    if (!fits.ok) return fits;
  }
  const allowed = checkChanges(caller, entity, changes);
  if (!allowed.ok) return allowed;
  const { attachments: ids, relations, isTouched: isAsked, ...fields } = changes;
  const files = await plannedAttachments(stores, caller, id, ids);
  if (!files.ok) return files;
  const references =
    relations === undefined
      ? ok([])
      : await planReferences(context, { id, elements: entity.elements }, relations);
  if (!references.ok) return references;
  // Explicit relations replace the links of the text.
  const links =
    content === undefined || relations !== undefined
      ? []
      : await planLinks(
          context,
          { id, elements: entity.elements },
          { before: entity.row.content, after: content },
        );
  const isTouched = isAsked === true || files.value.changed.length > 0;
  const linked = references.value.at(-1);
  const touched = isTouched ? { stamp: null } : (linked ?? null);
  const ops = [
    ...[...references.value, ...links].map((element) => elementOp(id, element)),
    ...changeOps(deps, entity, { ...fields, content }, touched),
  ];
  const done = await commitOps(
    context,
    entity,
    ops,
    merged === null
      ? { textReason }
      : {
          textReason: "merge",
          otherText: given,
          choices: { keeps: "theirs", clashes: merged.clashes },
        },
  );
  if (done.ok) await writeAttachmentSet(context, files.value);
  return done;
}

async function resolveChanges(
  { stores, caller }: WriteContext<unknown>,
  { entity, record: memo }: { readonly entity: MemoEntity; readonly record: MemoRecord },
  wanted: WantedChanges,
): Outcome<MemoChanges> {
  if (typeof wanted !== "function") return ok(withoutOwnVisibility(memo, wanted));
  const changes = await wanted({
    memo,
    attachments: async () =>
      (await stores.attachments.listByMemos([memo.id])).map((file) => file.id),
    references: async () => {
      const known = referencesOf(entity.elements);
      const readable = await findManyReadable(stores.memos, readAccess(caller), known);
      return known.filter((id) => readable.has(id));
    },
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

async function plannedAttachments(
  stores: WriteStores,
  caller: Caller,
  memo: string,
  ids: readonly string[] | undefined,
): Promise<Result<AttachmentSetChange, AppError>> {
  if (ids === undefined) return ok({ changed: [], takenFrom: [] });
  return planAttachmentSet(stores.attachments, caller, { memo, ids });
}
