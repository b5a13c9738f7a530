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

/** Returns the chunks and packages that `entry` loads at startup, including itself. */
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
  return { chunks, packages };
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
  const { chunks, packages } = await eagerOf(folder.path, "main.js");
  // Checks that bundled and external packages are both found.
  expect([...packages]).toEqual(expect.arrayContaining(["fastify", "zod", "better-sqlite3"]));
  expect(lazyPackages.filter((name) => packages.has(name))).toEqual([]);
  const raster = await eagerOf(folder.path, "raster-worker.js");
  expect([...raster.packages]).toContain("sharp");
  const texts = await Promise.all(
    [...chunks].map(async (chunk) => ({
      chunk,
      code: await readFile(join(folder.path, chunk), "utf8"),
    })),
  );
  // Importing `http` as a module evaluates all its exports, including a large WebSocket client.
  const importers = texts.filter(({ code }) => /^import [^"\n]*"(?:node:)?http";$/m.test(code));
  expect(importers.map(({ chunk }) => chunk)).toEqual([]);
  // A single character beyond Latin-1 doubles the memory of the whole source text.
  const wide = texts.filter(({ code }) => /[^\0-\xff]/.test(code));
  expect(wide.map(({ chunk }) => chunk)).toEqual([]);
});
