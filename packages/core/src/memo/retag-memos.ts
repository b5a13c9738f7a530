import type { WriteContext } from "../commit/write-context.ts";
import { AppFailure, unwrap } from "../error/app-failure.ts";
import { appError, type AppError, invalidField } from "../error/errors.ts";
import { err, ok, type Result } from "../error/result.ts";
import { retag, type TagStep, undoRetag } from "../markdown/index.ts";
import { readTagName } from "../markdown/tags/tag-name.ts";
import type { Caller } from "../model/caller.ts";
import type { MemoRecord } from "../model/memo.ts";
import type { WriteStores } from "../stores/database.ts";
import type { MemoDeps } from "./memo-deps.ts";
import { updateWithin } from "./update-memo.ts";

/** Tags to add to and remove from memos. */
export interface TagChanges {
  readonly ids: readonly string[];
  readonly add: readonly string[];
  readonly remove: readonly string[];
}

/** Memo with changed tags. Its current text and the steps are the data to undo the change. */
export interface RetaggedMemo {
  readonly memo: MemoRecord;
  readonly steps: readonly TagStep[];
}

/** Changes to a memo's tags to undo, and the text that they resulted in. */
export interface TagUndo {
  readonly id: string;
  readonly seenIn: string;
  readonly steps: readonly TagStep[];
}

type Outcome<T> = Promise<Result<T, AppError>>;

/** Adds and removes tags of memos, in all memos or none. Rules M27, M28 and A18. */
export async function retagMemos(
  deps: MemoDeps,
  caller: Caller,
  { ids, add, remove }: TagChanges,
): Outcome<RetaggedMemo[]> {
  const added = readTags("add", add);
  if (!added.ok) return added;
  const removed = readTags("remove", remove);
  if (!removed.ok) return removed;
  const changes = { add: added.value, remove: removed.value };
  return allOrNone(deps, caller, async (stores) => {
    const retagged: RetaggedMemo[] = [];
    for (const id of new Set(ids)) {
      let steps: readonly TagStep[] = [];
      const memo = await editWithin({ stores, deps, caller }, id, (content) => {
        const done = retag(content, changes);
        if (done === null) return null;
        steps = done.steps;
        return done.content;
      });
      retagged.push({ memo, steps });
    }
    return retagged;
  });
}

/** Undoes `retagMemos` in all memos or none. Later changes are kept. Rule M29. */
export function undoRetagMemos(
  deps: MemoDeps,
  caller: Caller,
  undone: readonly TagUndo[],
): Outcome<MemoRecord[]> {
  return allOrNone(deps, caller, async (stores) => {
    const memos: MemoRecord[] = [];
    for (const { id, seenIn, steps } of undone) {
      memos.push(
        await editWithin({ stores, deps, caller }, id, (content) =>
          undoRetag(content, seenIn, steps),
        ),
      );
    }
    return memos;
  });
}

function readTags(field: string, typed: readonly string[]): Result<string[], AppError> {
  const tags = new Set<string>();
  for (const each of typed) {
    const name = readTagName(each);
    if (!name.ok) return err(invalidField(field, `not a tag: ${each}`));
    tags.add(name.tag);
  }
  return ok([...tags]);
}

/** Runs `work` in a transaction. A refusal rolls it back. */
async function allOrNone<T>(
  deps: MemoDeps,
  caller: Caller,
  work: (stores: WriteStores) => Promise<T>,
): Outcome<T> {
  try {
    return ok(await deps.database.write(work, caller));
  } catch (error) {
    if (error instanceof AppFailure) return err(error.error);
    throw error;
  }
}

/** Edits the current text, so concurrent typing is merged. */
async function editWithin(
  context: WriteContext<MemoDeps>,
  id: string,
  edit: (content: string) => string | null,
): Promise<MemoRecord> {
  const wanted = async ({ memo }: { readonly memo: MemoRecord }) => {
    const content = edit(memo.content);
    return content === null
      ? err(appError("FAILED_PRECONDITION", "the text has no room for these tags"))
      : ok({ content });
  };
  return unwrap(await updateWithin(context, id, wanted, { textReason: "edit" }));
}
