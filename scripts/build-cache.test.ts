import { once } from "node:events";
import { mkdtempDisposable, readdir, readFile, rename, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { expect, test, vi } from "vitest";
import { buildInto, hashSources } from "./build-cache.mjs";

const sources = ["packages/core/src/names", "packages/core/package.json"];

test("reads sources again only if the file system reports a change", async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), "tidemark-stamp-"));
  const stampFile = join(folder.path, ".sources");
  const found = hashSources(sources, stampFile);
  expect(found).toMatch(/^[0-9a-f]{16}$/);
  const kept = await readFile(stampFile, "utf8");
  expect(kept).toMatch(new RegExp(`^[0-9a-f]{64} ${found}$`));
  // A replaced hash is returned, which shows that the sources weren't read.
  await writeFile(stampFile, kept.replace(found, "0123456789abcdef"));
  expect(hashSources(sources, stampFile)).toBe("0123456789abcdef");
  // With another stamp, the stored hash is ignored.
  await writeFile(stampFile, `${"0".repeat(64)} 0123456789abcdef`);
  expect(hashSources(sources, stampFile)).toBe(found);
  expect(await readFile(stampFile, "utf8")).toBe(kept);
  // An incomplete stamp is ignored too.
  await writeFile(stampFile, kept.slice(0, 64));
  expect(hashSources(sources, stampFile)).toBe(found);
  // Without a writable stamp file, sources are read each time.
  expect(hashSources(sources, join(folder.path, "missing", ".sources"))).toBe(found);
});

const touch = (file: string, then = "") => [
  "-e",
  `require("node:fs").writeFileSync(${JSON.stringify(file)}, ""); ${then}`,
];
const never = new AbortController().signal;

test("moves a finished build into place, readable by other users", async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), "tidemark-build-"));
  const dir = join(folder.path, "dist");
  const umask = process.umask(0o077);
  try {
    await buildInto(dir, {
      bundler: (temp) => touch(join(temp, "main.js")),
      signal: never,
      place: (temp) => rename(temp, join(dir, "built")),
    });
  } finally {
    process.umask(umask);
  }
  expect(await readdir(dir)).toEqual(["built"]);
  expect((await stat(dir)).mode & 0o777).toBe(0o755);
  expect((await stat(join(dir, "built"))).mode & 0o777).toBe(0o755);
  expect((await stat(join(dir, "built/main.js"))).mode & 0o777).toBe(0o644);
});

test("builds in a thread, which can't set its umask", async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), "tidemark-build-"));
  const module = JSON.stringify(new URL("./build-cache.mjs", import.meta.url).href);
  const dir = JSON.stringify(folder.path);
  const thread = new Worker(
    `import(${module}).then(({ buildInto }) => buildInto(${dir}, {
      bundler: (temp) => ["-e", "require('node:fs').writeFileSync(process.argv[1], '')", temp + "/main.js"],
      signal: new AbortController().signal,
      place: (temp) => require("node:fs").promises.rename(temp, ${dir} + "/built"),
    }))`,
    { eval: true },
  );
  await once(thread, "exit");
  expect(await readdir(join(folder.path, "built"))).toEqual(["main.js"]);
});

test("leaves nothing of a failed or aborted build, and stops its bundler", async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), "tidemark-build-"));
  const dir = folder.path;
  const place = vi.fn<(temp: string) => Promise<void>>();
  const failing = (temp: string) => touch(join(temp, "main.js"), "process.exit(3)");
  const failed = buildInto(dir, { bundler: failing, signal: never, place });
  await expect(failed).rejects.toThrow("the build failed with exit code 3");
  expect(await readdir(dir)).toEqual([]);

  const ending = new AbortController();
  let file = "";
  const ended = buildInto(dir, {
    bundler: (temp) => touch((file = join(temp, "main.js")), "setInterval(() => {}, 1000)"),
    signal: ending.signal,
    place,
  });
  await vi.waitFor(() => stat(file));
  ending.abort();
  await expect(ended).rejects.toThrow("aborted");
  expect(await readdir(dir)).toEqual([]);
  expect(place).not.toHaveBeenCalled();
});
