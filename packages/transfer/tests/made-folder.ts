import { mkdir, mkdtemp, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";

/** Creates a temporary folder for this test. */
export async function scratchFolder(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), "tidemark-made-"));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  return dir;
}

/** Creates a folder with these files, all with the same time. */
export async function madeFolder(
  files: Readonly<Record<string, string | Uint8Array>>,
  name = "Notes",
): Promise<string> {
  const dir = join(await scratchFolder(), name);
  await mkdir(dir);
  await writeFiles(dir, files);
  return dir;
}

const time = new Date("2024-05-06T07:08:09Z");

/** Writes files into a folder. */
export async function writeFiles(
  dir: string,
  files: Readonly<Record<string, string | Uint8Array>>,
): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    const file = join(dir, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, content);
    await utimes(file, time, time);
  }
}
