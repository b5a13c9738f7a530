import { syncRouter, type SyncContext, trpcErrors } from "@tidemark/core/router";
import type { Client, SignedIn } from "@tidemark/core/auth";
import type { Share } from "@tidemark/core/share";
import type { SharesAnswer } from "@tidemark/core/sync/protocol";
import { answerDigest } from "@tidemark/core/sync/server";
import {
  fastifyRequestHandler,
  type FastifyTRPCPluginOptions,
} from "@trpc/server/adapters/fastify";
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from "fastify";
import {
  type AppError,
  appError,
  AppFailure,
  err,
  maxPageBytes,
  ok,
  spaceName,
  StorageError,
} from "@tidemark/core";
import { type Caller, mayWrite } from "@tidemark/core/model";
import { clearBrowserCookie } from "../http/guards/authentication.ts";
import { clientAddress } from "../http/guards/client-address.ts";
import { isSignIn } from "../http/guards/sign-in-requests.ts";
import { readBody } from "../http/bodies/read-body.ts";
import type { OpenStreams } from "../http/answers/open-streams.ts";
import { diskFullError } from "../disk/disk-space.ts";
import type { Services } from "../services/services.ts";
import { CaretRoom } from "@tidemark/core/carets";
import { answersWithinBudget, withinBudget } from "./answers-within-budget.ts";
import { transcribeFile } from "./transcribe-file.ts";
import { after, type Carets, createCaretCalls } from "./caret-calls.ts";
import { createAccessTokenCalls, createWebhookCalls } from "./credential-calls.ts";
import { createNotificationCalls } from "./notification-calls.ts";
import type { AppDeps } from "../rest/shared/app-deps.ts";
import { followPokes } from "./follow-pokes.ts";
import { watchCredential } from "../http/guards/watch-credential.ts";
import { type UserReference, userName } from "@tidemark/core/names";

/** Maximum number in an answer; more than a user would read. */
const revisionsAtOnce = 200;
const sharesAtOnce = 1000;

export interface SyncPluginOptions {
  readonly services: Services;
  readonly streams: OpenStreams;
  readonly shareCarets: AppDeps["shareCarets"];
  /** Origin that clients use, if configured. */
  readonly publicUrl: string | null;
}

/**
 * Mounts the sync protocol. The credential has already been checked; the router itself refuses requests, so
 * devices get every refusal in tRPC's format.
 */
export const syncPlugin: FastifyPluginAsync<SyncPluginOptions> = async (app, options) => {
  app.addHook("preParsing", async (request) => {
    const { identified } = request;
    // Signing in must work with an expired session.
    if (isSignIn(request) || identified?.ok === true) return;
    throw new AppFailure(
      identified?.error ?? appError("UNAUTHENTICATED", "authentication is required"),
    );
  });
  const room = new CaretRoom({ nowMs: () => performance.now(), after });
  const shared = options.shareCarets?.(room);
  app.addHook("onClose", async () => shared?.[Symbol.dispose]());
  const carets = shared ?? room;
  const trpcOptions: FastifyTRPCPluginOptions<typeof syncRouter>["trpcOptions"] = {
    router: syncRouter,
    // Devices send one call at a time; a batch of a dozen pages would have no size limit.
    allowBatching: false,
    createContext: ({ req, res }) => createSyncContext(options, carets, req, res),
    onError({ error, req, path }) {
      const full = diskFullError(error.cause);
      if (full !== null) {
        req.server.noteDiskFull(full);
        req.refusal = "DISK_FULL";
        return;
      }
      req.refusal = error.cause instanceof AppFailure ? error.cause.error.code : error.code;
      const isFault = error.code === "INTERNAL_SERVER_ERROR" || error.cause instanceof StorageError;
      if (isFault) req.log.error({ err: error, path }, "failed");
    },
  };
  // tRPC parses messages itself. Its plugin is not used, because it reads bodies without a limit.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", readBody);
  app.all<{ Params: { readonly path: string } }>("/:path", (req, res) =>
    fastifyRequestHandler({ ...trpcOptions, req, res, path: req.params.path }),
  );
};

function createSyncContext(
  { services, streams, publicUrl }: SyncPluginOptions,
  carets: Carets,
  request: FastifyRequest,
  reply: FastifyReply,
): SyncContext {
  const { auth, blobUploads, database, memos, shares, signals, sync } = services;
  const identified = refuseReaders(request.identified);
  const credential = identified?.ok === true ? identified.value.credential.id : null;

  /** Keeps the answer open. Returns false if the caller has too many open streams of this kind. */
  function keepOpen(caller: Caller, kind: "pokes" | "carets"): boolean {
    const { raw } = reply;
    if (!streams.addFor(caller.name, kind, raw)) return false;
    // Cut instead of ended: the device then reconnects, and gets the reason of the refusal.
    if (identified?.ok === true) {
      raw.once(
        "close",
        watchCredential(auth, request, identified.value, () => raw.destroy()),
      );
    }
    return true;
  }

  return {
    sync: answersWithinBudget(sync, request.server.responseBudget, reply),
    caller: identified?.ok === true ? identified.value.caller : null,
    refusal: identified?.ok === false ? identified.error : null,
    async signIn({ username, password, device }) {
      const client = deviceAt(request, device);
      const signedIn = await auth.signIn({ username, password }, client).catch((error: unknown) => {
        if (error instanceof AppFailure) throw tooManyRequests(reply, error.error);
        throw error;
      });
      return signedIn.ok ? ok(sessionOf(signedIn.value)) : signedIn;
    },
    async signOut() {
      if (identified?.ok === true) await auth.signOut(identified.value);
      if (request.carrier === "device-cookie") clearBrowserCookie(request, reply);
    },
    lackingBlobs: (caller, hashes) => blobUploads.lacking(caller, hashes),
    digest: (caller, asked) => answerDigest(database, caller, asked),
    async devices(caller) {
      const sessions = await auth.sessions.list(caller.name);
      return sessions
        .filter((session) => session.kind === "device")
        .map((session) => ({
          id: session.id,
          name: session.clientInfo,
          signedInMs: session.createdMs,
          lastSeenMs: session.lastUsedMs,
          isCurrent: session.id === credential,
        }));
    },
    revisions: (caller, memo) =>
      withinBudget(request.server.responseBudget, reply, {
        bytes: maxPageBytes,
        async make() {
          const page = { pageSize: revisionsAtOnce, pageToken: "" };
          const listed = await memos.listRevisions(caller, memo, page);
          return listed.ok ? ok(listed.value.revisions) : listed;
        },
        bytesOf: (made) =>
          made.ok ? made.value.reduce((sum, { content }) => sum + 2 * content.length, 0) : 0,
      }),
    transcribe: (caller, attachment, signal) =>
      transcribeFile(services, { caller, attachment, request, reply, signal }),
    shares: {
      async list(caller, memo) {
        const listed = await shares.list(caller, memo, { pageSize: sharesAtOnce, pageToken: "" });
        return listed.ok ? ok(sharesAnswer(listed.value.items, publicUrl)) : listed;
      },
      async create(caller, memo, expiresMs) {
        const made = await shares.create(caller, memo, expiresMs);
        return made.ok ? ok(sharesAnswer([made.value], publicUrl)) : made;
      },
      remove: (caller, memo, token) => shares.remove(caller, memo, token),
    },
    notifications: createNotificationCalls(services),
    accessTokens: createAccessTokenCalls(services),
    webhooks: createWebhookCalls(services),
    pairing: {
      async begin(caller) {
        const made = await auth.pairing.begin(caller);
        return made.ok ? ok({ ...made.value, publicUrl }) : made;
      },
      state: (caller, id) => auth.pairing.state(caller, id),
      cancel: (caller, id) => auth.pairing.cancel(caller, id),
      async redeem({ code, device }) {
        const signedIn = await auth.pairing.redeem(code, deviceAt(request, device));
        return signedIn.ok ? ok(sessionOf(signedIn.value)) : signedIn;
      },
    },
    revokeDevice: (caller, id) => auth.sessions.end(caller, caller.name, id),
    renameDevice: (caller, name) => auth.sessions.rename(caller, credential ?? "", name),
    pokes(caller, signal) {
      if (!keepOpen(caller, "pokes")) return null;
      const spacesNow = (): Promise<string[]> =>
        database.read(async ({ spaces }) => {
          const memberships = await spaces.memberships(caller.name);
          return memberships.map(({ space }) => spaceName(space));
        });
      return followPokes(signals, caller, spacesNow, signal);
    },
    ...createCaretCalls(carets, {
      owner: credential ?? "",
      keepOpen: (caller) => (keepOpen(caller, "carets") ? reply.raw : null),
    }),
  };
}

/** Converts RESOURCE_EXHAUSTED to the router's error. */
function tooManyRequests(reply: FastifyReply, error: AppError): Error {
  if (error.retryAfterMs !== undefined) {
    reply.header("retry-after", Math.ceil(error.retryAfterMs / 1000));
  }
  return trpcErrors.of(error, "TOO_MANY_REQUESTS");
}

/** Returns a device that requests a session, with the name it gives. */
function deviceAt(request: FastifyRequest, info: string): Client {
  return { kind: "device", address: clientAddress(request), info };
}

function sessionOf({ session, user }: SignedIn): { token: string; user: UserReference } {
  return { token: session.secret, user: userName(user.username) };
}

function sharesAnswer(shares: readonly Share[], publicUrl: string | null): SharesAnswer {
  const shown = shares.map(({ token, createdMs, expiresMs }) => ({ token, createdMs, expiresMs }));
  return { shares: shown, publicUrl };
}

/** Refuses read-only tokens, since devices read and write. */
function refuseReaders(identified: FastifyRequest["identified"]): FastifyRequest["identified"] {
  if (identified?.ok !== true || mayWrite(identified.value.caller)) return identified;
  return err(appError("PERMISSION_DENIED", "this access token is read-only"));
}
