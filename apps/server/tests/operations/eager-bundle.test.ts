import { mkdtempDisposable, readFile } from "node:fs/promises";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";

const serverDir = resolve(import.meta.dirname, "../..");

/** Packages that few servers or requests need; they must be loaded on demand. */
const lazyPackages = [
  "@aws-sdk/client-s3",
  "@fastify/ajv-compiler",
  "@fastify/fast-json-stringify-compiler",
  "@fastify/swagger",
  "@fastify/swagger-ui",
  "@tus/server",
  "file-type",
  "htmlparser2",
  "katex",
  "light-my-request",
  "pg",
  "prom-client",
  "sharp",
  "undici",
];

/** Returns the names of packages that `entry` loads before it does anything. */
async function eagerOf(folder: string, entry: string) {
  const chunks = new Set([entry]);
  const packages = new Set<string>();
  for (const chunk of chunks) {
    const code = await readFile(join(folder, chunk), "utf8");
    for (const [, from = ""] of code.matchAll(/^import\b[^"\n]*"([^"]+)";$/gm)) {
      if (from.startsWith("./")) chunks.add(from.slice(2));
      else if (!from.startsWith("node:")) packages.add(packageOf(from));
    }
    // Matches the comment before each module in the chunk.
    for (const [, path = ""] of code.matchAll(/^\/\/ \S*node_modules\/(\S+)$/gm)) {
      packages.add(packageOf(path));
    }
  }
  return packages;
}

function packageOf(path: string): string {
  return path
    .split("/")
    .slice(0, path.startsWith("@") ? 2 : 1)
    .join("/");
}

test("a starting server loads no packages that few requests need", async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), "tidemark-bundle-"));
  const bundling = spawn(process.execPath, [resolve(serverDir, "build/bundle.mjs"), folder.path], {
    stdio: ["ignore", "inherit", "inherit"],
  });
  const [code] = await once(bundling, "exit");
  expect(code).toBe(0);
  const packages = await eagerOf(folder.path, "main.js");
  // That both kinds of packages are seen: those in the bundle, and those beside it.
  expect([...packages]).toEqual(expect.arrayContaining(["fastify", "zod", "better-sqlite3"]));
  expect(lazyPackages.filter((name) => packages.has(name))).toEqual([]);
  const raster = await eagerOf(folder.path, "raster-worker.js");
  expect([...raster]).toContain("sharp");
});
