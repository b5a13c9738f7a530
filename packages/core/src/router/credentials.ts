import { z } from "zod";
import { wantedAccessTokenSchema } from "../sync/protocol/access-tokens.ts";
import { wantedWebhookSchema, webhookChangesSchema } from "../sync/protocol/webhooks.ts";
import { t, unwrap } from "./app-trpc.ts";

const one = z.object({ id: z.string().min(1).max(64) });
const changed = one.extend({ changes: webhookChangesSchema });
const ofWebhook = one.extend({ delivery: z.string().min(1).max(64) });

/** Access tokens of the user; all calls go to the server. */
const accessTokens = t.router({
  list: t.procedure.query(async ({ ctx }) => unwrap(await ctx.app.accessTokens.list())),
  create: t.procedure
    .input(wantedAccessTokenSchema)
    .mutation(async ({ ctx, input }) => unwrap(await ctx.app.accessTokens.create(input))),
  revoke: t.procedure
    .input(one)
    .mutation(async ({ ctx, input }) => unwrap(await ctx.app.accessTokens.revoke(input.id))),
});

/** Webhooks of the user; all calls go to the server. */
const webhooks = t.router({
  list: t.procedure.query(async ({ ctx }) => unwrap(await ctx.app.webhooks.list())),
  create: t.procedure
    .input(wantedWebhookSchema)
    .mutation(async ({ ctx, input }) => unwrap(await ctx.app.webhooks.create(input))),
  update: t.procedure
    .input(changed)
    .mutation(async ({ ctx, input }) =>
      unwrap(await ctx.app.webhooks.update(input.id, input.changes)),
    ),
  remove: t.procedure
    .input(one)
    .mutation(async ({ ctx, input }) => unwrap(await ctx.app.webhooks.remove(input.id))),
  secret: t.procedure
    .input(one)
    .mutation(async ({ ctx, input }) => unwrap(await ctx.app.webhooks.secret(input.id))),
  deliveries: t.procedure
    .input(one)
    .query(async ({ ctx, input }) => unwrap(await ctx.app.webhooks.deliveries(input.id))),
  test: t.procedure
    .input(one)
    .mutation(async ({ ctx, input }) => unwrap(await ctx.app.webhooks.test(input.id))),
  sendAgain: t.procedure
    .input(ofWebhook)
    .mutation(async ({ ctx, input }) =>
      unwrap(await ctx.app.webhooks.sendAgain(input.id, input.delivery)),
    ),
});

/** Codes for other devices of the user; all calls go to the server. */
const pairing = t.router({
  begin: t.procedure.mutation(async ({ ctx }) => unwrap(await ctx.app.pairing.begin())),
  state: t.procedure
    .input(one)
    .query(async ({ ctx, input }) => unwrap(await ctx.app.pairing.state(input.id))),
  cancel: t.procedure
    .input(one)
    .mutation(async ({ ctx, input }) => unwrap(await ctx.app.pairing.cancel(input.id))),
});

/** Routers of what the server stores for the user beside memos. */
export const credentialRouters = { accessTokens, pairing, webhooks };
