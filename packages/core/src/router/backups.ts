import { z } from "zod";
import { boundedArray } from "../json/bounded.ts";
import { backupSchedules, maxRestoredMemos } from "./backups/app-backups.ts";
import { t, unwrap } from "./app-trpc.ts";

const backupName = z.string().min(1).max(200);

/** Backups of all data on this device. */
export const backupsRouter = t.router({
  state: t.procedure.query(({ ctx }) => ctx.app.backups.state()),
  configure: t.procedure
    .input(
      z.object({
        folder: z.string().min(1).max(4096).nullable().optional(),
        schedule: z.enum(backupSchedules).optional(),
      }),
    )
    .mutation(async ({ ctx, input }) => unwrap(await ctx.app.backups.configure(input))),
  backUp: t.procedure.mutation(async ({ ctx }) => unwrap(await ctx.app.backups.backUp())),
  restore: t.procedure
    .input(z.object({ name: backupName, disconnects: z.boolean().default(false) }))
    .mutation(async ({ ctx, input: { name, disconnects } }) =>
      unwrap(await ctx.app.backups.restore(name, { disconnects })),
    ),
  outcome: t.procedure.query(({ ctx }) => ctx.app.backups.outcome()),
  seeOutcome: t.procedure.mutation(({ ctx }) => ctx.app.backups.seeOutcome()),
  memos: t.procedure
    .input(
      z.object({
        name: backupName,
        search: z.string().max(8192).default(""),
        cursor: z.string().max(10_000).nullish(),
      }),
    )
    .query(async ({ ctx, input: { cursor = null, ...input } }) =>
      unwrap(await ctx.app.backups.listMemos({ ...input, cursor })),
    ),
  restoreMemos: t.procedure
    .input(
      z.object({
        name: backupName,
        ids: boundedArray(z.string().min(1).max(64), maxRestoredMemos).min(1),
      }),
    )
    .mutation(async ({ ctx, input: { name, ids } }) =>
      unwrap(await ctx.app.backups.restoreMemos(name, ids)),
    ),
  undoRestoreMemos: t.procedure
    .input(z.object({ undo: z.string().min(1).max(64) }))
    .mutation(async ({ ctx, input }) => unwrap(await ctx.app.backups.undoRestoreMemos(input.undo))),
  leaveMemos: t.procedure.mutation(({ ctx }) => ctx.app.backups.leaveMemos()),
});
