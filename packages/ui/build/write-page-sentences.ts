import { writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { createServer } from "vite";
import { sentencePlugins } from "./sentences.ts";

// Part of `npm run sentences`: writes the server's copy of the few sentences on its pages, so that the server
// needs neither the catalogues nor a bundler.
const ui = resolve(import.meta.dirname, "..");
const bundler = await createServer({
  configFile: false,
  root: ui,
  logLevel: "warn",
  optimizeDeps: { noDiscovery: true },
  // A sentence without a translation is copied in English.
  plugins: [sentencePlugins({ failOnMissing: false })],
  server: { middlewareMode: true, ws: false },
  appType: "custom",
});
try {
  const { pageSentences } = await bundler.ssrLoadModule("/build/page-sentences.ts");
  const file = resolve(ui, "../../apps/server/src/pages/page-sentences.json");
  await writeFile(file, pageSentences());
} finally {
  await bundler.close();
}
