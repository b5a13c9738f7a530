import { z } from "zod";
import { folderUses } from "../model/index.ts";
import { t, unwrap } from "./app-trpc.ts";

const outcome = z.enum(["new", "same", "skipped", "problem"]);
/** Chosen by the page; becomes the name of a folder. */
const stage = z.string().regex(/^[A-Za-z0-9_-]{16,64}$/);
const path = z.string().min(1).max(4096);
const source = z.union([
  z.strictObject({ path }),
  z.strictObject({ staged: stage }),
  z.strictObject({
    url: z.url({ protocol: /^https?$/ }).max(2048),
    token: z.string().min(1).max(8192),
  }),
]);

/** Imports from other programs. */
export const transferRouter = t.router({
  state: t.procedure.query(({ ctx }) => ctx.app.transfer.state()),
  begin: t.procedure
    .input(z.object({ from: source, user: z.string().min(1).max(256).optional() }))
    .mutation(async ({ ctx, input }) => unwrap(await ctx.app.transfer.begin(input))),
  rows: t.procedure
    .input(z.object({ outcome: outcome.nullable() }))
    .query(({ ctx, input }) => ctx.app.transfer.rows(input.outcome)),
  run: t.procedure
    .input(z.object({ folders: z.enum(folderUses).optional() }).optional())
    .mutation(async ({ ctx, input }) => unwrap(await ctx.app.transfer.run(input?.folders))),
  stop: t.procedure.mutation(({ ctx }) => ctx.app.transfer.stop()),
  runs: t.procedure.query(({ ctx }) => ctx.app.transfer.runs()),
  undo: t.procedure
    .input(z.object({ run: z.string().min(1).max(64) }))
    .mutation(async ({ ctx, input }) => unwrap(await ctx.app.transfer.undo(input.run))),
});
