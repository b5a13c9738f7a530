import type { FastifyPluginAsync } from "fastify";
import type { OpenStreams } from "../http/open-streams.ts";
import type { Services } from "../services.ts";

/** Mounts the protocol between devices and the server. */
export const syncPlugin: FastifyPluginAsync<{
  services: Services;
  streams: OpenStreams;
}> = async () => {};
