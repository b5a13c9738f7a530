import fastify from "fastify";
import type { Refused } from "@tidemark/ui";
import { z } from "zod";
import { securityHeaders } from "@tidemark/core/page";
import { servePage } from "../browser/serve-browser.ts";
import { isOwnWindow, noWindow, windowPath } from "../browser/own-window.ts";
import { refuseForeign } from "../browser/request-guard.ts";
import { addressWith } from "../browser/running-app.ts";
import { equals, newSecret } from "../browser/session-key.ts";

export interface ServeRefusedOptions {
  readonly refused: Refused;
  /** Folder of the built page. */
  readonly pageDir: string;
  /** Port to listen on; 0 for any free one. */
  readonly port: number;
  /** True if windows of this user get the key. */
  readonly hasWindows: boolean;
  /** Replaces the database by a copy; false if the copy doesn't exist. Throws with a message for the user. */
  readonly restore: (name: string) => Promise<boolean>;
}

export interface RefusedServer {
  readonly port: number;
  /** Address to open; its key is valid while this server runs. */
  readonly url: string;
  /** Resolves with the user's choice. */
  readonly chosen: Promise<"again" | "quit">;
  close(): Promise<void>;
}

const request = z.discriminatedUnion("act", [
  z.object({ key: z.string(), act: z.enum(["again", "quit"]) }),
  z.object({ key: z.string(), act: z.literal("restore"), name: z.string().max(300) }),
]);

/**
 * Serves the page when the profile can't be opened. Clients with the address's key get the reason and the
 * recovery options.
 */
export async function serveRefused(options: ServeRefusedOptions): Promise<RefusedServer> {
  const { refused, pageDir, restore } = options;
  const key = newSecret();
  const { promise: chosen, resolve: choose } = Promise.withResolvers<"again" | "quit">();
  let isRestoring = false;
  let isRestored = false;
  const server = fastify({ forceCloseConnections: true });
  server.addHook("onRequest", async (asked, reply) => {
    reply.headers(securityHeaders).header("cache-control", "no-store");
    const { host, origin } = asked.headers;
    const foreign = refuseForeign({
      port: asked.socket.localPort,
      host,
      origin,
      fetchSite: asked.headers["sec-fetch-site"]?.toString(),
      isFramed: asked.headers["sec-fetch-dest"]?.toString().includes("frame") === true,
      mayBeFramed: false,
    });
    if (foreign !== null) return reply.code(403).send({ error: foreign });
  });
  await server.register(async (scope) => servePage(scope, pageDir));
  if (options.hasWindows) {
    server.get(windowPath, async (asked, reply) => {
      if (!(await isOwnWindow(asked))) return reply.code(403).send(noWindow);
      return reply.redirect(`/#key=${key}`);
    });
  }
  server.get("/session", (_asked, reply) => reply.code(503).send());
  server.post("/session", (asked, reply) => {
    const read = z.object({ key: z.string() }).safeParse(asked.body);
    if (!read.success || !equals(read.data.key, key)) return reply.code(401).send({});
    return reply.code(503).send({ refused });
  });
  server.post("/refused", async (asked, reply) => {
    const read = request.safeParse(asked.body);
    if (!read.success) return reply.code(400).send({});
    const { data } = read;
    if (!equals(data.key, key)) return reply.code(401).send({});
    // No other action may run during a restore.
    if (isRestoring) return reply.code(409).send({});
    if (data.act === "restore") {
      isRestoring = true;
      try {
        isRestored = await restore(data.name);
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error);
        return await reply.code(500).send({ refused: { ...refused, message } });
      } finally {
        // Stays set after a restore, since the database is opened next.
        isRestoring = isRestored;
      }
      if (!isRestored) return reply.code(404).send({});
    }
    // Waits for the response to be sent before the server closes.
    reply.raw.once("finish", () => choose(data.act === "quit" ? "quit" : "again"));
    return {};
  });
  await server.listen({ host: "127.0.0.1", port: options.port });
  const address = server.server.address();
  const port = typeof address === "object" && address !== null ? address.port : options.port;
  return { port, url: addressWith(port, key), chosen, close: () => server.close() };
}
