import { mkdir, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";

/** Writes a build of a page into a folder, as the page's builder does, in place of the one before. */
export async function writeBuild(
  folder: string,
  version: string,
  parts: Readonly<Record<string, string>> = {},
): Promise<void> {
  const files: Readonly<Record<string, string>> = {
    "index.html": `<!doctype html><title>Build ${version}</title>`,
    "assets/same.js": "export const same = 1;",
    [`assets/page-${version}.js`]: `export const version = "${version}";`,
    "icons/192.png": "png",
    "manifest.webmanifest": `{"name":"Tidemark"}`,
    "service-worker.js": `const version = "${version}";`,
    ...parts,
  };
  await rm(folder, { recursive: true, force: true });
  for (const [path, content] of Object.entries(files)) {
    const file = join(folder, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, content);
    if (path.endsWith(".png")) continue;
    await writeFile(`${file}.br`, brotliCompressSync(content));
    await writeFile(`${file}.gz`, gzipSync(content));
  }
  const names = Object.keys(files);
  const first = names.filter((name) => name.startsWith("assets/page-"));
  await writeFile(join(folder, "build.json"), JSON.stringify({ version, files: names, first }));
}
