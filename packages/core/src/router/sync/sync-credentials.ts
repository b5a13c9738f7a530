import { z } from "zod";
import { wantedAccessTokenSchema } from "../../sync/protocol/access-tokens.ts";
import { wantedWebhookSchema, webhookChangesSchema } from "../../sync/protocol/webhooks.ts";
import { signedIn, t, unwrapAsHttp } from "./sync-trpc.ts";

const one = z.object({ id: z.string().min(1).max(64) });
const changed = one.extend({ changes: webhookChangesSchema });
const ofWebhook = one.extend({ delivery: z.string().min(1).max(64) });

export const accessTokensRouter = t.router({
  list: signedIn.query(async ({ ctx }) => unwrapAsHttp(await ctx.accessTokens.list(ctx.caller))),
  create: signedIn
    .input(wantedAccessTokenSchema)
    .mutation(async ({ ctx, input }) =>
      unwrapAsHttp(await ctx.accessTokens.create(ctx.caller, input)),
    ),
  revoke: signedIn
    .input(one)
    .mutation(async ({ ctx, input }) =>
      unwrapAsHttp(await ctx.accessTokens.revoke(ctx.caller, input.id)),
    ),
});

export const webhooksRouter = t.router({
  list: signedIn.query(async ({ ctx }) => unwrapAsHttp(await ctx.webhooks.list(ctx.caller))),
  create: signedIn
    .input(wantedWebhookSchema)
    .mutation(async ({ ctx, input }) => unwrapAsHttp(await ctx.webhooks.create(ctx.caller, input))),
  update: signedIn
    .input(changed)
    .mutation(async ({ ctx, input }) =>
      unwrapAsHttp(await ctx.webhooks.update(ctx.caller, input.id, input.changes)),
    ),
  remove: signedIn
    .input(one)
    .mutation(async ({ ctx, input }) =>
      unwrapAsHttp(await ctx.webhooks.remove(ctx.caller, input.id)),
    ),
  /** A mutation, so that no cache stores the answer. */
  secret: signedIn.input(one).mutation(async ({ ctx, input }) => ({
    secret: unwrapAsHttp(await ctx.webhooks.secret(ctx.caller, input.id)),
  })),
  deliveries: signedIn.input(one).query(async ({ ctx, input }) => ({
    deliveries: unwrapAsHttp(await ctx.webhooks.deliveries(ctx.caller, input.id)),
  })),
  test: signedIn
    .input(one)
    .mutation(async ({ ctx, input }) =>
      unwrapAsHttp(await ctx.webhooks.test(ctx.caller, input.id)),
    ),
  sendAgain: signedIn
    .input(ofWebhook)
    .mutation(async ({ ctx, input }) =>
      unwrapAsHttp(await ctx.webhooks.sendAgain(ctx.caller, input.id, input.delivery)),
    ),
});
