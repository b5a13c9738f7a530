import { syncRouter, type SyncContext } from "@tidemark/core/router";
import { fastifyTRPCPlugin, type FastifyTRPCPluginOptions } from "@trpc/server/adapters/fastify";
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from "fastify";
import { appError, AppFailure, err, maxPageBytes, ok, spaceName } from "@tidemark/core";
import { mayWrite } from "@tidemark/core/model";
import { clientAddress } from "../http/guards/client-address.ts";
import type { OpenStreams } from "../http/answers/open-streams.ts";
import type { Services } from "../services/services.ts";
import { answersWithRoom, withRoom } from "./answers-with-room.ts";
import { transcribeFile } from "./transcribe-file.ts";
import { followPokes } from "./follow-pokes.ts";
import { watchCredential } from "../http/guards/watch-credential.ts";

/** More than anybody goes through. */
const revisionsAtOnce = 200;

export interface SyncPluginOptions {
  readonly services: Services;
  readonly streams: OpenStreams;
}

/**
 * Mounts the protocol between devices and the server. What a credential is worth was found out
 * before; the router refuses by itself, so that devices read every refusal in tRPC's shape.
 */
export const syncPlugin: FastifyPluginAsync<SyncPluginOptions> = async (app, options) => {
  app.addHook("preParsing", async ({ identified, params }) => {
    const { path } = params as { path?: string };
    // The name as tRPC is given it. Signing in is what one does with an ended session.
    if (path === "signIn" || identified?.ok === true) return;
    throw new AppFailure(
      identified?.error ?? appError("UNAUTHENTICATED", "a credential is needed"),
    );
  });
  await app.register(fastifyTRPCPlugin, {
    trpcOptions: {
      router: syncRouter,
      // Devices ask for one thing at a time; a dozen pages in one answer would have no bound.
      allowBatching: false,
      createContext: ({ req, res }) => createSyncContext(options, req, res),
      onError({ error, req, path }) {
        if (error.code === "INTERNAL_SERVER_ERROR") req.log.error({ err: error, path }, "failed");
      },
    },
  } satisfies FastifyTRPCPluginOptions<typeof syncRouter>);
};

function createSyncContext(
  { services, streams }: SyncPluginOptions,
  request: FastifyRequest,
  reply: FastifyReply,
): SyncContext {
  const { auth, blobUploads, database, memos, sync } = services;
  const identified = refuseReaders(request.identified);
  return {
    sync: answersWithRoom(sync, request.server.answerRoom, reply),
    caller: identified?.ok === true ? identified.value.caller : null,
    refusal: identified?.ok === false ? identified.error : null,
    async signIn({ username, password, device }) {
      const client = { kind: "device", address: clientAddress(request), info: device } as const;
      const signedIn = await auth.signIn({ username, password }, client);
      if (!signedIn.ok) return err(signedIn.error);
      const { session, user } = signedIn.value;
      return ok({ token: session.secret, user: `users/${user.username}` });
    },
    async signOut() {
      if (identified?.ok === true) await auth.signOut(identified.value);
    },
    lackingBlobs: (caller, hashes) => blobUploads.lacking(caller, hashes),
    async devices(caller) {
      const sessions = await auth.sessions.list(caller);
      const current = identified?.ok === true ? identified.value.credential.id : null;
      return sessions
        .filter((session) => session.kind === "device")
        .map((session) => ({
          id: session.id,
          name: session.clientInfo,
          signedInMs: session.createdMs,
          lastSeenMs: session.lastUsedMs,
          isCurrent: session.id === current,
        }));
    },
    revisions: (caller, memo) =>
      withRoom(request.server.answerRoom, reply, {
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
    revokeDevice: (caller, id) => auth.sessions.end(caller, id),
    pokes(caller, signal) {
      if (!streams.addFor(caller.name, "pokes", reply.raw)) return null;
      // Cut rather than ended: the device then asks again, and reads why it is refused.
      if (identified?.ok === true) {
        const { raw } = reply;
        const stop = watchCredential(auth, request, identified.value, () => raw.destroy());
        raw.once("close", stop);
      }
      const spacesNow = (): Promise<string[]> =>
        database.read(async ({ spaces }) => {
          const memberships = await spaces.memberships(caller.name);
          return memberships.map(({ space }) => spaceName(space));
        });
      return followPokes(database, caller, spacesNow, signal);
    },
  };
}

/** A device reads and writes: a token that only reads is no credential for it. */
function refuseReaders(identified: FastifyRequest["identified"]): FastifyRequest["identified"] {
  if (identified?.ok !== true || mayWrite(identified.value.caller)) return identified;
  return err(appError("PERMISSION_DENIED", "this access token only reads"));
}
