import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A folder of one's own, which is gone with it. */
export interface TempDir extends AsyncDisposable {
  readonly dir: string;
}

/**
 * Makes room for what is unpacked. `within` is a folder of the caller's; null: the system's folder for
 * what is temporary, which may lie in memory and be small.
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

const diskFullCodes: ReadonlySet<unknown> = new Set(["ENOSPC", "EDQUOT"]);

/** Whether a disk was full: no fault of what was read. */
export function isDiskFull(error: unknown): boolean {
  return error instanceof Error && "code" in error && diskFullCodes.has(error.code);
}
