import fastifyCompress from "@fastify/compress";
import type { App } from "./open-fastify.ts";

/** Answers are compressed where their routes do not say otherwise. */
export async function installCompression(app: App): Promise<void> {
  app.addHook("onRoute", (route) => {
    // What devices fetch is large and fetched once, often over slow lines: a tenth less on the way.
    if (route.url === "/sync/:path")
      route.compress = { encodings: ["gzip"], zlibOptions: { level: 6 } };
  });
  await app.register(fastifyCompress, {
    encodings: ["gzip"],
    threshold: 1024,
    // Of a list, the default level takes two and a half times as long and saves a twelfth.
    zlibOptions: { level: 1 },
  });
}
