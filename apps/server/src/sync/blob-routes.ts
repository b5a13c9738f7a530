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
 * Takes in files from devices as tus 1.0 has it: created with their length and, in the metadata,
 * `filename`, `type` and `sha256` (hex); sent in as many pieces as the line allows; and counted only
 * when what arrived has that hash. What speaks tus is loaded with the first request.
 */
export const blobRoutes: FastifyPluginAsync<BlobRouteOptions> = async (app, options) => {
  const { services, streams } = options;
  const callers = new WeakMap<object, Caller>();
  const begun = createBegunUploads();
  // All requests by one, which has them take turns.
  const open = loadOnce(async () => {
    const { createBlobServer } = await import("./blob-server.ts");
    return createBlobServer(services, begun, { callers, onDiskFull: app.noteDiskFull });
  });

  // The bytes go to where they are kept as they come; nothing here reads them.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", (_request, _payload, done) => done(null));
  const handler = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { caller } = identityOf(request);
    callers.set(request.raw, caller);
    const server = await open();
    reply.hijack();
    // Cut when the server goes: the device sends the rest later.
    streams.add(reply.raw);
    using _ = request.method === "POST" ? begun.add(caller, request.raw) : null;
    await server.handle(request.raw, reply.raw);
  };
  const schema = { hide: true };
  app.route({ method: "POST", url: "/", schema, handler });
  app.route({ method: ["HEAD", "PATCH", "DELETE"], url: "/:upload", schema, handler });
};
