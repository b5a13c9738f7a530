import { randomUUID } from "node:crypto";
import { constants, copyFile, link, open, rm } from "node:fs/promises";

/**
 * Creates a file with this content, unless it exists. If several callers, in this process or another, create
 * it at once, one wins. Readers always see the whole content, synced to disk.
 */
export async function writeOnce(file: string, content: string): Promise<void> {
  const finished = `${file}.${randomUUID()}`;
  try {
    const handle = await open(finished, "wx", 0o600);
    try {
      await handle.writeFile(content);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await place(finished, file);
  } finally {
    await rm(finished, { force: true });
  }
}

async function place(finished: string, file: string): Promise<void> {
  try {
    await link(finished, file);
  } catch (error) {
    if (isThere(error)) return;
    // Some file systems have no hard links; there, another process might read part of the content.
    await copyFile(finished, file, constants.COPYFILE_EXCL).catch((failure: unknown) => {
      if (!isThere(failure)) throw failure;
    });
  }
}

function isThere(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "EEXIST";
}
