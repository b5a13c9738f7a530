import { z } from "zod";
import { t, unwrap } from "./app-trpc.ts";

/** In UTF-16 units, with a `#`; what is a tag is the grammar's rule. */
const tagName = z.string().min(1).max(256);
/** `to` null: the tag is removed. */
const tagChange = z.object({ from: tagName, to: tagName.nullable() });
const runId = z.object({ id: z.string().min(1).max(64) });

/** The user's tags as a whole: what there are, and changes of one in every memo. */
export const tagsRouter = t.router({
  /** Each with how many memos have it or one under it, with the parents that they name; by name. */
  tree: t.procedure.query(({ ctx }) => ctx.app.tagRuns.tree()),
  preview: t.procedure
    .input(tagChange)
    .query(async ({ ctx, input }) => unwrap(await ctx.app.tagRuns.preview(input))),
  /** Renames or removes a tag in all memos, in the background. */
  change: t.procedure
    .input(tagChange)
    .mutation(async ({ ctx, input }) => unwrap(await ctx.app.tagRuns.start(input))),
  /** How far the last change is, and which tags that were renamed here came again. */
  status: t.procedure.query(({ ctx }) => ctx.app.tagRuns.status()),
  stop: t.procedure.mutation(({ ctx }) => ctx.app.tagRuns.stop()),
  resume: t.procedure.input(runId).mutation(({ ctx, input }) => ctx.app.tagRuns.resume(input.id)),
  /** Takes back what a change did, where it did. */
  undo: t.procedure.input(runId).mutation(({ ctx, input }) => ctx.app.tagRuns.undo(input.id)),
  /** Offers no more to rename what came late. */
  dismiss: t.procedure
    .input(z.object({ from: tagName }))
    .mutation(({ ctx, input }) => ctx.app.tagRuns.dismiss(input.from)),
});
