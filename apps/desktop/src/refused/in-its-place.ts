import { link, mkdir, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";

/** Suffixes of SQLite's companion files, which belong to the old database. */
const beside = ["-wal", "-shm", "-journal"];

/**
 * Moves the database and SQLite's companion files to a separate folder, then runs `put` to put another in
 * place. If that fails, moves the old one back. A database exists at all times, since a start without one
 * would create an empty one.
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

/** Moves a file if it exists. */
async function move(from: string, to: string): Promise<void> {
  await rename(from, to).catch((error: unknown) => {
    if (!isAbsent(error)) throw error;
  });
}

/** Hard-links a file under another name, or moves it if links aren't supported. */
async function keep(file: string, kept: string): Promise<void> {
  await link(file, kept).catch(() => move(file, kept));
}

function isAbsent(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}
