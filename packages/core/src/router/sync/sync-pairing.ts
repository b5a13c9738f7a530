import { z } from "zod";
import { maxTypedCodeLength } from "../../names/pairing-code.ts";
import { maxDeviceName } from "./sync-device.ts";
import { asked, signedIn, t, unwrapAsHttp } from "./sync-trpc.ts";

const one = z.object({ id: z.string().min(1).max(64) });

/** Codes with which a signed-in device lets another one sign in (A34). */
export const pairingRouter = t.router({
  begin: signedIn.mutation(async ({ ctx }) => unwrapAsHttp(await ctx.pairing.begin(ctx.caller))),
  state: signedIn.input(one).query(({ ctx, input }) => ctx.pairing.state(ctx.caller, input.id)),
  cancel: signedIn
    .input(one)
    .mutation(async ({ ctx, input }) =>
      unwrapAsHttp(await ctx.pairing.cancel(ctx.caller, input.id)),
    ),
  /** Signs in with a code; the caller has no session yet. */
  redeem: asked
    .input(
      z.object({
        code: z.string().min(1).max(maxTypedCodeLength),
        device: z.string().min(1).max(maxDeviceName),
      }),
    )
    .mutation(async ({ ctx, input }) => unwrapAsHttp(await ctx.pairing.redeem(input))),
});
