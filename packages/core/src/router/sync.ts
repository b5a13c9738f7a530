import { initTRPC, TRPCError } from "@trpc/server";
import { z } from "zod";
import { StandingLostError } from "../access/standing.ts";
import type { Caller } from "../model/caller.ts";
import {
  type AppError,
  appError,
  type ErrorCode,
  errorCodes,
  invalidField,
} from "../error/errors.ts";
import type { Result } from "../error/result.ts";
import { findNul, isObject } from "../json/index.ts";
import {
  pullRequestSchema,
  pushRequestSchema,
  snapshotRequestSchema,
} from "../sync/protocol/messages.ts";
import {
  type CaretEditor,
  caretEditorSchema,
  type CaretMove,
  caretMoveSchema,
  type OtherEditor,
} from "../carets/index.ts";
import { sha256Schema } from "../merge/attachment-op.ts";
import type { SyncServer } from "../sync/server/sync-server.ts";
import {
  type DigestAnswer,
  type DigestRequest,
  digestRequestSchema,
} from "../sync/protocol/memo-digest.ts";
import type { RevisionsAnswer } from "../sync/protocol/revisions-answer.ts";
import type { TranscribeAnswer } from "../sync/protocol/transcribe-answer.ts";
import type { SharesAnswer } from "../sync/protocol/shares-answer.ts";
import {
  maxNotifications,
  type NotificationsAnswer,
  type NotificationsChanged,
} from "../sync/protocol/notifications-answer.ts";
import { notificationStatuses, type NotificationStatus } from "../stores/notification-store.ts";
import type { RevisionRecord } from "../stores/revision-store.ts";
import type { AbortSignalLike } from "./abort-signal.ts";
import { maxDeviceName, type SyncDevice } from "./sync-device.ts";
import { trpcErrors } from "./trpc-errors.ts";

/** What the sync router needs of the server that mounts it. */
export interface SyncContext {
  readonly sync: SyncServer;
  /** Who the request's credential names; null without one. */
  readonly caller: Caller | null;
  /** Why a credential was refused, when it was. */
  readonly refusal: AppError | null;
  readonly signIn: (input: {
    username: string;
    password: string;
    device: string;
  }) => Promise<Result<{ token: string; user: string }, AppError>>;
  readonly signOut: () => Promise<void>;
  /** Those of the hashes whose content the caller has to send. */
  readonly lackingBlobs: (caller: Caller, hashes: readonly string[]) => Promise<string[]>;
  /** What the caller's own memos say, as hashes, a piece at a time. */
  readonly digest: (
    caller: Caller,
    request: DigestRequest,
  ) => Promise<Result<DigestAnswer, AppError>>;
  /** The devices that the caller's user is signed in on, last seen first. */
  readonly devices: (caller: Caller) => Promise<SyncDevice[]>;
  /** Newest first, by the rules of the API: NOT_FOUND, or PERMISSION_DENIED for another's memo. */
  readonly revisions: (
    caller: Caller,
    memo: string,
  ) => Promise<Result<readonly RevisionRecord[], AppError>>;
  /**
   * What is said in a recording, by the server's provider. NOT_FOUND while the attachment is not there,
   * FAILED_PRECONDITION without a provider.
   */
  readonly transcribe: (
    caller: Caller,
    attachment: string,
    signal: AbortSignalLike | undefined,
  ) => Promise<Result<string, AppError>>;
  /** The links that share a memo, by the rules of the API. */
  readonly shares: {
    list(caller: Caller, memo: string): Promise<Result<SharesAnswer, AppError>>;
    /** The one that was made. */
    create(
      caller: Caller,
      memo: string,
      expiresMs: number | null,
    ): Promise<Result<SharesAnswer, AppError>>;
    remove(caller: Caller, memo: string, token: string): Promise<Result<null, AppError>>;
  };
  /** What others did that the caller's user is to hear of, by the rules of the API. */
  readonly notifications: {
    /** The newest. */
    list(caller: Caller, pageSize: number): Promise<Result<NotificationsAnswer, AppError>>;
    setStatus(
      caller: Caller,
      ids: readonly string[],
      status: NotificationStatus,
    ): Promise<Result<NotificationsChanged, AppError>>;
    remove(caller: Caller, ids: readonly string[]): Promise<Result<NotificationsChanged, AppError>>;
  };
  readonly revokeDevice: (caller: Caller, id: string) => Promise<Result<null, AppError>>;
  /** Renames the device that asks. */
  readonly renameDevice: (caller: Caller, name: string) => Promise<Result<null, AppError>>;
  /** Yields the scopes that moved; ends when the credential does. null: too many are open. */
  readonly pokes: (
    caller: Caller,
    signal: AbortSignalLike | undefined,
  ) => AsyncGenerator<string[]> | null;
  /**
   * Yields which other editors of the caller's account have the memo open; the editor is one of them
   * meanwhile. Ends when the credential does. null: too many are open.
   */
  readonly carets: (
    caller: Caller,
    editor: CaretEditor,
    signal: AbortSignalLike | undefined,
  ) => AsyncGenerator<readonly OtherEditor[]> | null;
  /** Shows them where its caret is; false: it is not one of them. */
  readonly moveCaret: (caller: Caller, move: CaretMove) => Result<boolean, AppError>;
}

const t = initTRPC.context<SyncContext>().create({
  ...trpcErrors.options,
  // Keeps idle streams open through proxies, and lets a device notice one that died silently.
  sse: {
    ping: { enabled: true, intervalMs: 25_000 },
    client: { reconnectAfterInactivityMs: 60_000 },
  },
});

function refuse(error: AppError | null): TRPCError {
  return error === null
    ? new TRPCError({ code: "UNAUTHORIZED", message: "a credential is needed" })
    : trpcErrors.of(error, "UNAUTHORIZED");
}

function tooManyStreams(): TRPCError {
  return trpcErrors.of(
    appError("RESOURCE_EXHAUSTED", "too many open streams"),
    "TOO_MANY_REQUESTS",
  );
}

/**
 * Refuses what holds U+0000. The operations of a push are judged one by one, so that one of them does
 * not hold up the others.
 */
const asked = t.procedure.use(async ({ getRawInput, next }) => {
  // What cannot be read is refused by whoever takes it in; calls that take none come without.
  const input = await getRawInput().catch(() => undefined);
  const path = findNul(isObject(input) ? { ...input, ops: null } : input);
  if (path === null) return next();
  throw trpcErrors.of(
    invalidField(path.length === 0 ? "input" : path.join("."), "must not hold U+0000"),
    "BAD_REQUEST",
  );
});

const signedIn = asked.use(async ({ ctx, next }) => {
  if (ctx.caller === null) throw refuse(ctx.refusal);
  const result = await next({ ctx: { ...ctx, caller: ctx.caller } });
  // It ended after it was looked at; where it only allows less, the device asks again with that.
  if (result.ok || !(result.error.cause instanceof StandingLostError)) return result;
  const { error } = result.error.cause;
  if (errorCodes[error.code].status === 401) throw refuse(error);
  throw trpcErrors.of(error, "CONFLICT");
});

/** What failures of calls are to HTTP; the others are that one may not. */
const httpCodes: Readonly<Partial<Record<ErrorCode, TRPCError["code"]>>> = {
  NOT_FOUND: "NOT_FOUND",
  INVALID_ARGUMENT: "BAD_REQUEST",
  FAILED_PRECONDITION: "PRECONDITION_FAILED",
  TOO_LARGE: "PAYLOAD_TOO_LARGE",
  RESOURCE_EXHAUSTED: "TOO_MANY_REQUESTS",
  UNAVAILABLE: "SERVICE_UNAVAILABLE",
};

const memoId = z.string().min(1).max(64);
const notificationIds = z.array(z.string().min(1).max(64)).min(1).max(maxNotifications);

/** The value of a result, or its failure with the status that the API would answer with. */
function unwrapAsHttp<T>(result: Result<T, AppError>): T {
  if (result.ok) return result.value;
  throw trpcErrors.of(result.error, httpCodes[result.error.code] ?? "FORBIDDEN");
}

/** The contract between a device and the server (docs/sync.md §5). */
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
  /** Ends the session of a device, which is told so and stops. */
  revokeDevice: signedIn
    .input(z.object({ id: z.string().min(1).max(64) }))
    .mutation(async ({ ctx, input }) =>
      trpcErrors.unwrap(await ctx.revokeDevice(ctx.caller, input.id), "NOT_FOUND"),
    ),
  /** What the user's other devices call the one that asks from now on. */
  renameDevice: signedIn
    .input(z.object({ name: z.string().trim().min(1).max(maxDeviceName) }))
    .mutation(async ({ ctx, input }) =>
      trpcErrors.unwrap(await ctx.renameDevice(ctx.caller, input.name), "NOT_FOUND"),
    ),
  hello: signedIn.query(({ ctx }) => ctx.sync.hello(ctx.caller)),
  push: signedIn
    .input(pushRequestSchema)
    .mutation(({ ctx, input }) => ctx.sync.push(ctx.caller, input)),
  /** A mutation only so that it travels as POST: cursors are no part of an address. */
  pull: signedIn
    .input(pullRequestSchema)
    .mutation(({ ctx, input }) => ctx.sync.pull(ctx.caller, input)),
  snapshot: signedIn
    .input(snapshotRequestSchema)
    .mutation(({ ctx, input }) => ctx.sync.snapshot(ctx.caller, input)),
  /** Which files are to be sent; the others are here for this user. */
  lackingBlobs: signedIn
    .input(z.object({ hashes: z.array(sha256Schema).max(100) }))
    .query(({ ctx, input }) => ctx.lackingBlobs(ctx.caller, input.hashes)),
  /** What the user's own memos say here, for a device to compare with what it has (A31). */
  digest: signedIn
    .input(digestRequestSchema)
    .query(async ({ ctx, input }) => unwrapAsHttp(await ctx.digest(ctx.caller, input))),
  /** The newest earlier texts of a memo, fewer than are kept where they are large (T10). */
  revisions: signedIn
    .input(z.object({ memo: memoId }))
    .query(async ({ ctx, input }): Promise<RevisionsAnswer> => {
      const revisions = unwrapAsHttp(await ctx.revisions(ctx.caller, input.memo));
      return { revisions: [...revisions] };
    }),
  /** Has a recording written down that the server has already. It takes as long as the provider does. */
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
  poke: signedIn.subscription(({ ctx, signal }) => {
    const pokes = ctx.pokes(ctx.caller, signal);
    if (pokes !== null) return pokes;
    throw tooManyStreams();
  }),
  /**
   * Where the other editors of a memo are. Apart from `poke`, so that only devices hear of carets that
   * know what they are, and only while they have the memo open.
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
