import type { WriteContext } from "../../commit/write-context.ts";
import { type AppError, invalidField } from "../../error/errors.ts";
import { appError } from "../../error/errors.ts";
import { err, ok, type Result } from "../../error/result.ts";
import { isInBranch, renameTag, retag, tagRanges } from "../../markdown/index.ts";
import { readTagName } from "../../markdown/tags/tag-name.ts";
import type { MemoDeps } from "../memo-deps.ts";
import { updateWithin } from "../update-memo.ts";
import type { TagChange, TagRun, TagRunUndo } from "./tag-run.ts";

/** Normalises the names of a change. Refuses invalid tags, and changes without effect. */
export function readTagChange(change: TagChange): Result<TagChange, AppError> {
  const from = readTagName(change.from);
  if (!from.ok) return err(invalidField("from", "not a tag"));
  if (change.to === null) return ok({ from: from.tag, to: null });
  const to = readTagName(change.to);
  if (!to.ok) return err(invalidField("to", "not a tag"));
  if (to.tag === from.tag) return err(invalidField("to", "is the same tag"));
  return ok({ from: from.tag, to: to.tag });
}

/** Text with a changed tag, and the data to undo the change. null if the change can't be expressed. */
interface Changed {
  readonly content: string;
  readonly undo: TagRunUndo | null;
}

function changeText(content: string, run: TagRun): Changed | null {
  const { id, from, to } = run;
  if (to !== null) {
    const renamed = renameTag(content, from, to);
    if (renamed === null) return null;
    if (renamed === "unchanged") return { content, undo: null };
    return { content: renamed.content, undo: { run: id, places: renamed.places } };
  }
  const tags = tagRanges(content).flatMap(({ tag }) => (isInBranch(tag, from) ? [tag] : []));
  const removed = retag(content, { add: [], remove: [...new Set(tags)] });
  if (removed === null) return null;
  if (removed.steps.length === 0) return { content, undo: null };
  const { content: seenIn, steps } = removed;
  return { content: seenIn, undo: { run: id, seenIn, steps } };
}

/**
 * Changes the tag in one memo as an edit of the stored text (A18a). The transaction continues if the edit is
 * refused. Returns the undo data (null if the memo is unchanged), or the reason for the refusal.
 */
export async function changeMemoTag(
  context: WriteContext<MemoDeps>,
  id: string,
  run: TagRun,
): Promise<Result<TagRunUndo | null, AppError>> {
  let undo: TagRunUndo | null = null;
  const done = await updateWithin(
    context,
    id,
    async ({ memo }) => {
      const changed = changeText(memo.content, run);
      if (changed === null) {
        return err(
          appError("FAILED_PRECONDITION", "the change would alter how the text is parsed"),
        );
      }
      ({ undo } = changed);
      return ok({ content: changed.content });
    },
    { textReason: "edit" },
  );
  return done.ok ? ok(undo) : done;
}
