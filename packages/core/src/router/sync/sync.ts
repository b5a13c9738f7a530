import { z } from "zod";
import { caretEditorSchema, caretMoveSchema } from "../../carets/index.ts";
import { boundedArray } from "../../json/index.ts";
import { sha256Schema } from "../../merge/attachment-op.ts";
import {
  pullRequestSchema,
  pushRequestSchema,
  snapshotRequestSchema,
} from "../../sync/protocol/messages.ts";
import { digestRequestSchema } from "../../sync/protocol/memo-digest.ts";
import { maxNotifications } from "../../sync/protocol/notifications-answer.ts";
import type { RevisionsAnswer } from "../../sync/protocol/revisions-answer.ts";
import type { TranscribeAnswer } from "../../sync/protocol/transcribe-answer.ts";
import { notificationStatuses } from "../../stores/notification-store.ts";
import { trpcErrors } from "../shared/trpc-errors.ts";
import { accessTokensRouter, webhooksRouter } from "./sync-credentials.ts";
import { maxDeviceName } from "./sync-device.ts";
import { pairingRouter } from "./sync-pairing.ts";
import { asked, signedIn, t, tooManyStreams, unwrapAsHttp } from "./sync-trpc.ts";

const memoId = z.string().min(1).max(64);
const notificationIds = boundedArray(z.string().min(1).max(64), maxNotifications).min(1);

/** Protocol between a device and the server (docs/sync.md §5). */
export const syncRouter = t.router({
  signIn: asked
    .input(
      z.object({
        username: z.string().min(1).max(36),
        password: z.string().min(1).max(1024),
        /** Name of the device, shown in the list of sessions. */
        device: z.string().min(1).max(maxDeviceName),
      }),
    )
    .mutation(async ({ ctx, input }) => trpcErrors.unwrap(await ctx.signIn(input), "UNAUTHORIZED")),
  signOut: signedIn.mutation(async ({ ctx }) => {
    await ctx.signOut();
    return null;
  }),
  devices: signedIn.query(({ ctx }) => ctx.devices(ctx.caller)),
  /** Ends the session of a device, which is notified and stops syncing. */
  revokeDevice: signedIn
    .input(z.object({ id: z.string().min(1).max(64) }))
    .mutation(async ({ ctx, input }) =>
      trpcErrors.unwrap(await ctx.revokeDevice(ctx.caller, input.id), "NOT_FOUND"),
    ),
  /** Renames the device of the request on the user's other devices. */
  renameDevice: signedIn
    .input(z.object({ name: z.string().trim().min(1).max(maxDeviceName) }))
    .mutation(async ({ ctx, input }) =>
      trpcErrors.unwrap(await ctx.renameDevice(ctx.caller, input.name), "NOT_FOUND"),
    ),
  hello: signedIn.query(({ ctx }) => ctx.sync.hello(ctx.caller)),
  push: signedIn
    .input(pushRequestSchema)
    .mutation(({ ctx, input }) => ctx.sync.push(ctx.caller, input)),
  /** A mutation, so that it is sent as POST: cursors don't belong in a URL. */
  pull: signedIn
    .input(pullRequestSchema)
    .mutation(({ ctx, input }) => ctx.sync.pull(ctx.caller, input)),
  snapshot: signedIn
    .input(snapshotRequestSchema)
    .mutation(({ ctx, input }) => ctx.sync.snapshot(ctx.caller, input)),
  /** Returns the hashes of files to upload; the server has the others for this user. */
  lackingBlobs: signedIn
    .input(z.object({ hashes: boundedArray(sha256Schema, 100) }))
    .query(({ ctx, input }) => ctx.lackingBlobs(ctx.caller, input.hashes)),
  /** Returns digests of the user's own memos on the server, for a device to compare (A31). */
  digest: signedIn
    .input(digestRequestSchema)
    .query(async ({ ctx, input }) => unwrapAsHttp(await ctx.digest(ctx.caller, input))),
  /** Returns the newest earlier texts of a memo; fewer than are stored if they are large (T10). */
  revisions: signedIn
    .input(z.object({ memo: memoId }))
    .query(async ({ ctx, input }): Promise<RevisionsAnswer> => {
      const revisions = unwrapAsHttp(await ctx.revisions(ctx.caller, input.memo));
      return { revisions: [...revisions] };
    }),
  /** Transcribes a recording that is on the server. Takes as long as the provider needs. */
  transcribe: signedIn
    .input(z.object({ attachment: z.string().min(1).max(64) }))
    .mutation(async ({ ctx, input, signal }): Promise<TranscribeAnswer> => {
      const text = unwrapAsHttp(await ctx.transcribe(ctx.caller, input.attachment, signal));
      return { text };
    }),
  shares: signedIn
    .input(z.object({ memo: memoId }))
    .query(async ({ ctx, input }) => unwrapAsHttp(await ctx.shares.list(ctx.caller, input.memo))),
  createShare: signedIn
    .input(z.object({ memo: memoId, expiresMs: z.int().nullable() }))
    .mutation(async ({ ctx, input }) =>
      unwrapAsHttp(await ctx.shares.create(ctx.caller, input.memo, input.expiresMs)),
    ),
  revokeShare: signedIn
    .input(z.object({ memo: memoId, token: z.string().min(1).max(100) }))
    .mutation(async ({ ctx, input }) =>
      unwrapAsHttp(await ctx.shares.remove(ctx.caller, input.memo, input.token)),
    ),
  notifications: t.router({
    list: signedIn
      .input(z.object({ pageSize: z.int().min(1).max(maxNotifications) }))
      .query(async ({ ctx, input }) =>
        unwrapAsHttp(await ctx.notifications.list(ctx.caller, input.pageSize)),
      ),
    setStatus: signedIn
      .input(z.object({ ids: notificationIds, status: z.enum(notificationStatuses) }))
      .mutation(async ({ ctx, input }) =>
        unwrapAsHttp(await ctx.notifications.setStatus(ctx.caller, input.ids, input.status)),
      ),
    remove: signedIn
      .input(z.object({ ids: notificationIds }))
      .mutation(async ({ ctx, input }) =>
        unwrapAsHttp(await ctx.notifications.remove(ctx.caller, input.ids)),
      ),
  }),
  accessTokens: accessTokensRouter,
  webhooks: webhooksRouter,
  pairing: pairingRouter,
  poke: signedIn.subscription(({ ctx, signal }) => {
    const pokes = ctx.pokes(ctx.caller, signal);
    if (pokes !== null) return pokes;
    throw tooManyStreams();
  }),
  /**
   * Yields the carets of a memo's other editors. Separate from `poke`, so that only devices that support
   * carets receive them, and only while they have the memo open.
   */
  carets: signedIn.input(caretEditorSchema).subscription(({ ctx, input, signal }) => {
    const carets = ctx.carets(ctx.caller, input, signal);
    if (carets !== null) return carets;
    throw tooManyStreams();
  }),
  moveCaret: signedIn
    .input(caretMoveSchema)
    .mutation(({ ctx, input }) =>
      trpcErrors.unwrap(ctx.moveCaret(ctx.caller, input), "TOO_MANY_REQUESTS"),
    ),
});

export type SyncRouter = typeof syncRouter;
