import { z } from "zod";
import { t, unwrap } from "./app-trpc.ts";

/** Length in UTF-16 units, including a `#`; the grammar defines valid tags. */
const tagName = z.string().min(1).max(256);
/** Removes the tag if `to` is null. */
const tagChange = z.object({ from: tagName, to: tagName.nullable() });
const runId = z.object({ id: z.string().min(1).max(64) });

/** The user's tags as a whole, and changes of one tag in all memos. */
export const tagsRouter = t.router({
  /**
   * Returns the tags by name, including the parents in their names. Each has the number of memos with it or a
   * subtag.
   */
  tree: t.procedure.query(({ ctx }) => ctx.app.tagRuns.tree()),
  preview: t.procedure
    .input(tagChange)
    .query(async ({ ctx, input }) => unwrap(await ctx.app.tagRuns.preview(input))),
  /** Renames or removes a tag in all memos, in the background. */
  change: t.procedure
    .input(tagChange)
    .mutation(async ({ ctx, input }) => unwrap(await ctx.app.tagRuns.start(input))),
  /** Returns the progress of the last change, and renamed tags that have appeared again. */
  status: t.procedure.query(({ ctx }) => ctx.app.tagRuns.status()),
  stop: t.procedure.mutation(({ ctx }) => ctx.app.tagRuns.stop()),
  resume: t.procedure.input(runId).mutation(({ ctx, input }) => ctx.app.tagRuns.resume(input.id)),
  /** Undoes a change where it was made. */
  undo: t.procedure.input(runId).mutation(({ ctx, input }) => ctx.app.tagRuns.undo(input.id)),
  /** Stops offering to rename memos that still use the old tag. */
  dismiss: t.procedure
    .input(z.object({ from: tagName }))
    .mutation(({ ctx, input }) => ctx.app.tagRuns.dismiss(input.from)),
});
