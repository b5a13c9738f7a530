import { randomUUID } from "node:crypto";
import { constants, copyFile, link, open, rm } from "node:fs/promises";

/**
 * Makes a file with this content, unless there is one. Of several that make it at once, in this process or
 * another, one does; what anybody reads then is whole, and on the disk.
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
    // Not every disk has second names: there another process might read less than all of it.
    await copyFile(finished, file, constants.COPYFILE_EXCL).catch((failure: unknown) => {
      if (!isThere(failure)) throw failure;
    });
  }
}

function isThere(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "EEXIST";
}
