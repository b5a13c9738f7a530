import { createWriteStream } from "node:fs";
import { mkdir, readdir, rm, utimes } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { ExportRefused, type ExportSink } from "../tidemark/export-sink.ts";

/** Opens an empty folder, or creates it. Throws `ExportRefused` if it isn't empty. */
export async function openFolderSink(dir: string): Promise<ExportSink> {
  let isNew = false;
  try {
    const there = await readdir(dir);
    if (there.length > 0) throw new ExportRefused(`${dir} isn't empty`);
  } catch (error) {
    if (error instanceof ExportRefused) throw error;
    const code = error instanceof Error && "code" in error ? error.code : null;
    if (code !== "ENOENT") throw new ExportRefused(`${dir} cannot be written`, { cause: error });
    await mkdir(dir, { recursive: true }).catch((cause: unknown) => {
      throw new ExportRefused(`${dir} can't be created`, { cause });
    });
    isNew = true;
  }
  let isWhole = false;
  const made = new Set<string>();
  return {
    async put(path, content, modifiedMs) {
      const file = join(dir, ...path.split("/"));
      await mkdir(dirname(file), { recursive: true });
      made.add(path.split("/")[0] ?? path);
      await pipeline(Readable.from(content), createWriteStream(file, { flags: "wx" }));
      const time = new Date(Math.min(Math.max(modifiedMs, 0), 4e12));
      await utimes(file, time, time);
    },
    async finish() {
      isWhole = true;
    },
    async [Symbol.asyncDispose]() {
      if (isWhole) return;
      for (const name of made) await rm(join(dir, name), { recursive: true, force: true });
      if (isNew) await rm(dir, { recursive: true, force: true });
    },
  };
}
