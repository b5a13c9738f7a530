import { z } from "zod";
import { backupSchedules } from "./backups/app-backups.ts";
import { t, unwrap } from "./app-trpc.ts";

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
    .input(z.object({ name: z.string().min(1).max(200), disconnects: z.boolean().default(false) }))
    .mutation(async ({ ctx, input: { name, disconnects } }) =>
      unwrap(await ctx.app.backups.restore(name, { disconnects })),
    ),
});
