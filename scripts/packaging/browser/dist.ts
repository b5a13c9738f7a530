import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { desktop } from "../workshop.ts";
import { makeBrowserDeb } from "./make-deb.ts";

// `node scripts/packaging/browser/dist.ts`, after `npm run build`: makes the .deb of the app without Electron
// for this architecture, beside the packages of `npm run dist -w @tidemark/desktop`.

const { version } = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(join(desktop, "package.json"), "utf8")));
const architecture = process.arch === "arm64" ? "arm64" : "amd64";
const out = join(desktop, "dist");
mkdirSync(out, { recursive: true });
const scratch = mkdtempSync(join(tmpdir(), "tidemark-browser-deb-"));
try {
  const file = join(out, `tidemark-browser_${version}_${architecture}.deb`);
  await makeBrowserDeb({ version, file, scratch, compression: "xz" });
  console.log(file);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
