import { readdirSync } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { parseJson } from "@tidemark/core";
import { beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import type { BuiltFiles } from "../build/compress-files.ts";
import { ensureWeb } from "../build/ensure-built.ts";

/** Maximum sizes of what a browser loads before it shows a list, in bytes as they are sent. */
const budgets = {
  /** Scripts of the page before the first paint, after gzip. */
  page: 250_000,
  /** The worker's script, after brotli. */
  worker: 380_000,
  /** The service worker, after brotli. */
  serviceWorker: 3_500,
};

const paths = z.array(z.string());
const builtFiles = z.object({ version: z.string(), files: paths, first: paths });

let folder: string;
let built: BuiltFiles;

beforeAll(async () => {
  folder = await ensureWeb({ signal: new AbortController().signal, log: () => undefined });
  built = parseJson(builtFiles, await readFile(join(folder, "build.json"), "utf8"));
}, 300_000);

/** Returns the only file of the build that matches a pattern. */
function only(pattern: RegExp): string {
  const found = built.files.filter((file) => pattern.test(file));
  expect(found).toHaveLength(1);
  return found[0] ?? "";
}

const sizeOf = async (file: string): Promise<number> => (await stat(join(folder, file))).size;

/** Returns the scripts that a script imports. */
async function importsOf(file: string): Promise<readonly string[]> {
  const code = await readFile(join(folder, file), "utf8");
  const imported = code.matchAll(/(?:\bfrom|\bimport)\s*"\.\/([^"]+\.js)"/g);
  return [...imported].map(([, name = ""]) => `assets/${name}`);
}

/** Returns the scripts that the page loads before the first paint. */
async function firstScripts(): Promise<readonly string[]> {
  const found = new Set<string>();
  const html = await readFile(join(folder, "index.html"), "utf8");
  const waiting = [...html.matchAll(/(?:src|href)="\/([^"]+\.js)"/g)].map(([, file = ""]) => file);
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (found.has(file)) continue;
    found.add(file);
    waiting.push(...(await importsOf(file)));
  }
  return [...found];
}

/** Returns the file that starts the worker, whose address is in the page's scripts. */
async function workerScript(): Promise<string> {
  for (const file of await firstScripts()) {
    const code = await readFile(join(folder, file), "utf8");
    const name = /new Worker\(.{0,80}?\/(assets\/[\w-]+\.js)/.exec(code)?.[1];
    if (name !== undefined) return name;
  }
  throw new Error("no script starts a worker");
}

describe("the built page", () => {
  test("loads scripts within the budget before the first paint", async () => {
    const scripts = await firstScripts();
    expect(scripts.length).toBeGreaterThan(1);
    const sizes = await Promise.all(
      scripts.map((file) => sizeOf(`${file}.gz`).catch(() => sizeOf(file))),
    );
    const total = sizes.reduce((sum, size) => sum + size, 0);
    expect(total, JSON.stringify(scripts)).toBeLessThanOrEqual(budgets.page);
  });

  test("has a worker and a service worker within their budgets", async () => {
    expect(await sizeOf(`${await workerScript()}.br`)).toBeLessThanOrEqual(budgets.worker);
    expect(await sizeOf("service-worker.js.br")).toBeLessThanOrEqual(budgets.serviceWorker);
  });

  test("lists every file that isn't a compressed copy", () => {
    const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
    const files = entries
      .filter(
        (entry) => entry.isFile() && !/\.(?:br|gz)$|^\.sources$|^build\.json$/.test(entry.name),
      )
      .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
    expect([...built.files].toSorted()).toEqual(files.toSorted());
    for (const file of ["index.html", "manifest.webmanifest", "icons/icon-192.png"]) {
      expect(built.files).toContain(file);
    }
  });

  test("names the files that a browser needs before it shows a list", async () => {
    const css = only(/^assets\/index-[\w-]+\.css$/);
    const sqlite = only(/^assets\/sqlite3-/);
    const worker = await workerScript();
    const parts = [...(await firstScripts()), css, worker, ...(await importsOf(worker)), sqlite];
    expect([...built.first].toSorted()).toEqual([...new Set(parts)].toSorted());
  });

  test("has compressed copies with the same content", async () => {
    const file = only(/^assets\/index-[\w-]+\.css$/);
    const content = await readFile(join(folder, file));
    expect(brotliDecompressSync(await readFile(join(folder, `${file}.br`)))).toEqual(content);
    expect(gunzipSync(await readFile(join(folder, `${file}.gz`)))).toEqual(content);
  });

  test("starts the service worker as a classic script", async () => {
    const code = await readFile(join(folder, "service-worker.js"), "utf8");
    expect(code).not.toMatch(/\b(?:import|export)\b/);
  });

  test("A40 · names the files of its first screen, and all others but large ones, to the service worker", async () => {
    const code = await readFile(join(folder, "service-worker.js"), "utf8");
    const named = [...code.matchAll(/["'`]\/((?:assets|icons)\/[\w./-]+\.\w+)["'`]/g)].map(
      ([, file = ""]) => file,
    );
    expect(built.files).toEqual(expect.arrayContaining(named));
    const needed = [
      ...(await firstScripts()),
      await workerScript(),
      only(/^assets\/sqlite3-/),
      only(/^assets\/index-[\w-]+\.css$/),
      only(/^assets\/shell-[\w-]+\.html$/),
      ...["en", "de", "ja", "zh-Hans"].map((tag) =>
        only(new RegExp(`^assets/${tag}-[\\w-]{8}\\.js$`)),
      ),
    ];
    expect(named).toEqual(expect.arrayContaining(needed));
    expect(named.filter((file) => file.endsWith(".woff2"))).toHaveLength(2);

    const list = await readFile(join(folder, only(/^assets\/files-/)), "utf8");
    const rest = parseJson(z.array(z.string()), list).map((path) => path.slice(1));
    const known = new Set([...named, ...rest]);
    const others = built.files.filter((file) => !known.has(file));
    const unstored = others.filter((file) => !/^assets\/(?:pdf-|mermaid|en-XA)/.test(file));
    expect(unstored).toEqual(["THIRD-PARTY-NOTICES.txt", "index.html", "service-worker.js"]);
  });

  test("has the same page under a name with a hash", async () => {
    const shell = await readFile(join(folder, only(/^assets\/shell-[\w-]+\.html$/)), "utf8");
    expect(shell).toBe(await readFile(join(folder, "index.html"), "utf8"));
  });

  test("has the licences of what is in it", async () => {
    const notices = await readFile(join(folder, "THIRD-PARTY-NOTICES.txt"), "utf8");
    for (const name of ["react", "@sqlite.org/sqlite-wasm", "yjs", "mermaid", "katex", "vite"]) {
      expect(notices).toMatch(new RegExp(`^${name} \\d`, "m"));
    }
    expect(notices).toContain("Permission is hereby granted");
    expect(notices).not.toMatch(/^(?:electron|better-sqlite3) \d/m);
  });

  test("has one version in the page and in its worker", async () => {
    const withVersion = async (file: string) =>
      (await readFile(join(folder, file), "utf8")).includes(built.version);
    expect(built.version).toMatch(/^[0-9a-f]{16}$/);
    const pages = await Promise.all((await firstScripts()).map(withVersion));
    expect(pages).toContain(true);
    expect(await withVersion(await workerScript())).toBe(true);
    expect(await withVersion("service-worker.js")).toBe(true);
  });
});
