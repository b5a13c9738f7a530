import { resolve } from "node:path";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { sentencePlugins } from "@tidemark/ui/sentences";
import { Command, InvalidArgumentError } from "commander";
import { createServer } from "vite";

// `npm run gallery`: serves the components of the interface in both themes, over in-memory profiles. The
// gallery is in packages/ui/gallery; this file runs the bundler. Exit codes: 0 stopped normally, 2 could not
// start.

const { port } = new Command("gallery")
  .description("Serves the parts of the interface on loopback.")
  .option("--port <number>", "port to listen on", portOf, 5391)
  .allowExcessArguments(false)
  .exitOverride((error) => process.exit(error.exitCode === 0 ? 0 : 2))
  .parse()
  .opts<{ port: number }>();

const server = await createServer({
  configFile: false,
  root: resolve(import.meta.dirname, "../../../packages/ui/gallery"),
  cacheDir: resolve(import.meta.dirname, "../../../.cache/gallery"),
  plugins: [react(), tailwindcss(), sentencePlugins()],
  server: { host: "127.0.0.1", port, strictPort: true },
});
try {
  await server.listen();
} catch (error) {
  console.error(`gallery: ${error instanceof Error ? error.message : String(error)}`);
  process.exit(2);
}
console.log(`Gallery: http://127.0.0.1:${port}/`);

function portOf(text: string): number {
  const value = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= 1 && value <= 65_535)) throw new InvalidArgumentError("It must be 1 to 65535.");
  return value;
}
