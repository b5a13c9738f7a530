import { administrationRequestSchema } from "./administration/app-administration.ts";
import { t, unwrap } from "./app-trpc.ts";

/** Administration of the server; all calls go to the server. */
export const administrationRouter = t.router({
  ask: t.procedure
    .input(administrationRequestSchema)
    .mutation(async ({ ctx, input }) => unwrap(await ctx.app.administration.ask(input))),
});
