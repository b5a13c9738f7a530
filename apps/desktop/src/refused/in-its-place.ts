import { link, mkdir, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";

/** What SQLite keeps beside a database; it belongs to the one that is put away. */
const beside = ["-wal", "-shm", "-journal"];

/**
 * Keeps the database in a folder of its own, with what SQLite has beside it, and has another put in its
 * place. Where that does not come about it is put back; there is one at every moment, since a start that
 * finds none makes an empty one.
 */
export async function inItsPlace(
  file: string,
  nowMs: number,
  put: () => Promise<void>,
): Promise<void> {
  const dir = dirname(file);
  const database = basename(file);
  const kept = join(dir, `replaced-${new Date(nowMs).toISOString().replaceAll(/[:.]/gu, "-")}`);
  await mkdir(kept, { mode: 0o700 });
  try {
    for (const end of beside) await move(join(dir, database + end), join(kept, database + end));
    await keep(join(dir, database), join(kept, database));
    await put();
  } catch (error) {
    for (const end of ["", ...beside])
      await move(join(kept, database + end), join(dir, database + end));
    await rm(kept, { recursive: true, force: true });
    throw error;
  }
}

/** Moves a file that may not be there. */
async function move(from: string, to: string): Promise<void> {
  await rename(from, to).catch((error: unknown) => {
    if (!isAbsent(error)) throw error;
  });
}

/** Gives a file another name, and leaves it its own where the disk can. */
async function keep(file: string, kept: string): Promise<void> {
  await link(file, kept).catch(() => move(file, kept));
}

function isAbsent(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}
