import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, open, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import * as tar from "tar-stream";
import { BackupFailed } from "./backup-failed.ts";

/** File of an archive, and where its content is. */
export interface ArchivedFile {
  readonly name: string;
  readonly path: string;
}

/** Packs files that don't change into a tar for its user alone. It gets its name once it is complete. */
export async function packFiles(out: string, files: Iterable<ArchivedFile>): Promise<void> {
  const partial = `${out}.partial`;
  try {
    const pack = tar.pack();
    const written = pipeline(pack, createWriteStream(partial, { mode: 0o600, flush: true }));
    // Awaited below; a failure ends the pack too.
    written.catch(() => undefined);
    try {
      for (const { name, path } of files) {
        const { size } = await stat(path);
        await pipeline(createReadStream(path), pack.entry({ name, size, mode: 0o600 }));
      }
      pack.finalize();
    } catch (error) {
      pack.destroy();
      throw error;
    }
    await written;
    await rename(partial, out);
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
}

/** Unpacks a tar of `packFiles` into a folder. Throws a `BackupFailed` if it is damaged, or has anything unexpected. */
export async function unpackFiles(
  file: string,
  folder: string,
  isExpected: (name: string) => boolean,
): Promise<void> {
  const extract = tar.extract();
  const fed = pipeline(createReadStream(file), extract);
  fed.catch(() => undefined);
  try {
    for await (const entry of extract) {
      const { name, type } = entry.header;
      if (type !== "file" || !isExpected(name)) {
        throw new BackupFailed("damaged", `${file} has an unexpected entry: ${name}`);
      }
      const path = join(folder, name);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      await pipeline(entry, createWriteStream(path, { mode: 0o600, flags: "wx" }));
    }
    await fed;
  } catch (error) {
    // A failure of the disk has a code.
    if (error instanceof BackupFailed || (error instanceof Error && "code" in error)) throw error;
    throw new BackupFailed("damaged", `${file} is damaged: ${String(error)}`, { cause: error });
  }
}

const magicAt = 257;
const magic = "ustar";

/** Returns true if a file is a tar. */
export async function isTar(file: string): Promise<boolean> {
  await using handle = await open(file, "r");
  const { buffer, bytesRead } = await handle.read(
    Buffer.alloc(magic.length),
    0,
    magic.length,
    magicAt,
  );
  return bytesRead === magic.length && buffer.toString("latin1") === magic;
}
