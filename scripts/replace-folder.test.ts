import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { replaceFolder } from "./replace-folder.ts";

async function createRoot(): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), "tidemark-replace-"));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  return root;
}

async function createFolder(path: string, content: string): Promise<string> {
  await mkdir(path);
  await writeFile(join(path, "a"), content);
  await writeFile(join(path, "b"), content);
  return path;
}

test("creates or replaces the target, and leaves nothing beside it", async () => {
  const root = await createRoot();
  const target = join(root, "target");
  await replaceFolder(await createFolder(join(root, "one"), "1"), target);
  await replaceFolder(await createFolder(join(root, "two"), "2"), target);
  expect(await readFile(join(target, "a"), "utf8")).toBe("2");
  expect(await readdir(root)).toEqual(["target"]);
});

test("many concurrent calls leave one complete folder", async () => {
  const root = await createRoot();
  const target = join(root, "target");
  const names = Array.from({ length: 20 }, (_, index) => String(index));
  const folders = await Promise.all(names.map((name) => createFolder(join(root, name), name)));
  await Promise.all(folders.map((folder) => replaceFolder(folder, target)));
  const [a, b] = await Promise.all(["a", "b"].map((name) => readFile(join(target, name), "utf8")));
  expect(a).toBe(b);
  expect(names).toContain(a);
  expect(await readdir(root)).toEqual(["target"]);
});
