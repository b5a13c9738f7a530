import fastify from "fastify";
import type { Refused } from "@tidemark/ui";
import { z } from "zod";
import { servePage } from "../browser/serve-browser.ts";
import { isOwnWindow, noWindow, windowPath } from "../browser/own-window.ts";
import { refuseForeign } from "../browser/request-guard.ts";
import { addressWith } from "../browser/running-app.ts";
import { equals, newSecret } from "../browser/session-key.ts";
import { securityHeaders } from "../page/security-headers.ts";

export interface ServeRefusedOptions {
  readonly refused: Refused;
  /** Folder of the built page. */
  readonly pageDir: string;
  /** 0 takes any free one. */
  readonly port: number;
  /** Whether a window of this user's is given the key. */
  readonly hasWindows: boolean;
  /** Puts a copy in the place of the database; false: there is no such copy. Throws in words. */
  readonly restore: (name: string) => Promise<boolean>;
}

export interface RefusedServer {
  readonly port: number;
  /** The address to open; its key holds for as long as this is served. */
  readonly url: string;
  /** What a person at the page chose. */
  readonly chosen: Promise<"again" | "quit">;
  close(): Promise<void>;
}

const request = z.discriminatedUnion("act", [
  z.object({ key: z.string(), act: z.enum(["again", "quit"]) }),
  z.object({ key: z.string(), act: z.literal("restore"), name: z.string().max(300) }),
]);

/**
 * Serves the page where there is no profile to be served: whoever has the key of the address is told why,
 * and what can be done about it.
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
    // While a copy is put in place nothing is opened, and no other copy is put there.
    if (isRestoring) return reply.code(409).send({});
    if (data.act === "restore") {
      isRestoring = true;
      try {
        isRestored = await restore(data.name);
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error);
        return await reply.code(500).send({ refused: { ...refused, message } });
      } finally {
        // What is in place is opened next.
        isRestoring = isRestored;
      }
      if (!isRestored) return reply.code(404).send({});
    }
    // The answer leaves before the server ends.
    reply.raw.once("finish", () => choose(data.act === "quit" ? "quit" : "again"));
    return {};
  });
  await server.listen({ host: "127.0.0.1", port: options.port });
  const address = server.server.address();
  const port = typeof address === "object" && address !== null ? address.port : options.port;
  return { port, url: addressWith(port, key), chosen, close: () => server.close() };
}
