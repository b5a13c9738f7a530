import fastifyCompress from "@fastify/compress";
import type { App } from "./open-fastify.ts";

/** Compresses answers unless their route disables it. */
export async function installCompression(app: App): Promise<void> {
  app.addHook("onRoute", (route) => {
    // Devices download large answers once, often over slow connections: this saves a tenth of the transfer.
    if (route.url === "/sync/:path")
      route.compress = { encodings: ["gzip"], zlibOptions: { level: 6 } };
  });
  await app.register(fastifyCompress, {
    encodings: ["gzip"],
    threshold: 1024,
    // For a list the default level takes two and a half times as long and saves a twelfth.
    zlibOptions: { level: 1 },
  });
}
