import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import manifest from "../package.json" with { type: "json" };
import { keepFolder } from "../tests/folders/kept-folder.ts";
import { placesOf } from "../tests/folders/manifest.ts";
import { writeFolders } from "../tests/folders/write-folders.ts";

// `npm run folders`: saves a server's and a device's data folder as written by this version, under
// tests/folders/<version>. Run it once, on the release commit: folders of released versions never change.

const { version } = manifest;
const places = placesOf(version);
if (existsSync(places.kept)) {
  console.error(`The folders of ${version} are kept already: what was released stays as it is.`);
  process.exit(1);
}
const dir = mkdtempSync(join(tmpdir(), "tidemark-folders-"));
try {
  const written = await writeFolders(dir, version);
  keepFolder(written.server, places.server);
  keepFolder(written.device, places.device);
  writeFileSync(places.manifest, `${JSON.stringify(written.manifest, null, 2)}\n`);
  writeFileSync(places.wire, gzipSync(JSON.stringify(written.wire), { level: 9 }));
  console.log(`kept the folders of ${version}, ${written.wire.length} requests`);
} finally {
  rmSync(dir, { recursive: true, force: true });
}
