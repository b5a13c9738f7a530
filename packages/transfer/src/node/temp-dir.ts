import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Temporary folder; disposing deletes it. */
export interface TempDir extends AsyncDisposable {
  readonly dir: string;
}

/**
 * Creates a temporary folder for unpacked files. `within` is its parent; null means the system's temporary
 * folder, which may be in memory and small.
 */
export async function makeTempDir(within: string | null): Promise<TempDir> {
  const parent = within ?? tmpdir();
  await mkdir(parent, { recursive: true, mode: 0o700 });
  const dir = await mkdtemp(join(parent, "tidemark-import."));
  return {
    dir,
    [Symbol.asyncDispose]: () => rm(dir, { recursive: true, force: true }),
  };
}
