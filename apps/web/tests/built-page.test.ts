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
  serviceWorker: 2_000,
};

const builtFiles = z.object({ version: z.string(), files: z.array(z.string()) });

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

/** Returns the scripts that the page loads before the first paint. */
async function firstScripts(): Promise<readonly string[]> {
  const found = new Set<string>();
  const html = await readFile(join(folder, "index.html"), "utf8");
  const waiting = [...html.matchAll(/(?:src|href)="\/([^"]+\.js)"/g)].map(([, file = ""]) => file);
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (found.has(file)) continue;
    found.add(file);
    const code = await readFile(join(folder, file), "utf8");
    const imported = code.matchAll(/(?:\bfrom|\bimport)\s*"\.\/([^"]+\.js)"/g);
    waiting.push(...[...imported].map(([, name = ""]) => `assets/${name}`));
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

  test("has compressed copies with the same content", async () => {
    const file = only(/^assets\/first-[\w-]+\.css$/);
    const content = await readFile(join(folder, file));
    expect(brotliDecompressSync(await readFile(join(folder, `${file}.br`)))).toEqual(content);
    expect(gunzipSync(await readFile(join(folder, `${file}.gz`)))).toEqual(content);
  });

  test("starts the service worker as a classic script", async () => {
    const code = await readFile(join(folder, "service-worker.js"), "utf8");
    expect(code).not.toMatch(/\b(?:import|export)\b/);
  });

  test("has one version in the page and in its worker", async () => {
    const withVersion = async (file: string) =>
      (await readFile(join(folder, file), "utf8")).includes(built.version);
    expect(built.version).toMatch(/^[0-9a-f]{16}$/);
    const pages = await Promise.all((await firstScripts()).map(withVersion));
    expect(pages).toContain(true);
    expect(await withVersion(await workerScript())).toBe(true);
  });
});
