import type { Caller } from "@tidemark/core/model";
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from "fastify";
import { identityOf } from "../http/guards/authentication.ts";
import type { OpenStreams } from "../http/answers/open-streams.ts";
import type { Services } from "../services/services.ts";
import { loadOnce } from "../http/routing/load-once.ts";
import { createBegunUploads } from "./begun-uploads.ts";

export interface BlobRouteOptions {
  readonly services: Pick<Services, "blobUploads" | "files" | "disk">;
  readonly streams: OpenStreams;
}

/**
 * Receives files from devices with tus 1.0. An upload is created with its length and, in the metadata,
 * `filename`, `type` and `sha256` (hex). It is sent in any number of pieces, and accepted only if the
 * received bytes have that hash. The tus server is loaded with the first request.
 */
export const blobRoutes: FastifyPluginAsync<BlobRouteOptions> = async (app, options) => {
  const { services, streams } = options;
  const callers = new WeakMap<object, Caller>();
  const begun = createBegunUploads();
  // One server for all requests, because it serializes them.
  const open = loadOnce(async () => {
    const { createBlobServer } = await import("./blob-server.ts");
    return createBlobServer(services, begun, { callers, onDiskFull: app.noteDiskFull });
  });

  // The tus server streams the bytes to the store; nothing here reads them.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", (_request, _payload, done) => done(null));
  const handler = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { caller } = identityOf(request);
    callers.set(request.raw, caller);
    const server = await open();
    reply.hijack();
    // Cut when the server stops; the device sends the rest later.
    streams.add(reply.raw);
    using _ = request.method === "POST" ? begun.add(caller, request.raw) : null;
    await server.handle(request.raw, reply.raw);
  };
  const schema = { hide: true };
  app.route({ method: "POST", url: "/", schema, handler });
  app.route({ method: ["HEAD", "PATCH", "DELETE"], url: "/:upload", schema, handler });
};
