import { readFile } from "node:fs/promises";
import { isAbsolute, join, resolve } from "node:path";

/** Root of the repository, four folders above both the source and the bundle. */
const root = resolve(import.meta.dirname, "../../../..");
const hashPattern = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/;

/** Program that runs. */
export interface Build {
  /** Version of the package; with `-dev+COMMIT` in a checkout, which may be anything between two releases. */
  readonly version: string;
  /** Commit in hex; "" if unknown. */
  readonly commit: string;
}

/** Returns what runs, from the file in a package that has its commit, or from a checkout's repository. Doesn't run git. */
export async function readBuild(version: string, folder = root): Promise<Build> {
  const packed = await readFile(join(folder, "commit"), "utf8").catch(() => null);
  if (packed !== null) return { version, commit: packed.trim() };
  const commit = await readCommit(folder);
  return { version: commit === "" ? version : `${version}-dev+${commit.slice(0, 12)}`, commit };
}

/** Returns the repository's current commit; "" without a repository. */
async function readCommit(folder: string): Promise<string> {
  try {
    const gitDir = await findGitDir(folder);
    const head = (await readFile(join(gitDir, "HEAD"), "utf8")).trim();
    const ref = /^ref: (refs\/.+)$/.exec(head)?.[1];
    const found = ref === undefined ? head : await readRef(gitDir, ref);
    return hashPattern.test(found) ? found : "";
  } catch {
    // No repository, one of another user, or an unknown format. The commit is only informational.
    return "";
  }
}

/** Returns the git folder. In a worktree `.git` is a file that contains its path. */
async function findGitDir(folder: string): Promise<string> {
  const git = join(folder, ".git");
  const text = await readFile(git, "utf8").catch(() => null);
  const named = /^gitdir: (.+)$/m.exec(text ?? "")?.[1];
  return named === undefined ? git : resolve(folder, named);
}

async function readRef(gitDir: string, ref: string): Promise<string> {
  const named = await readFile(join(gitDir, "commondir"), "utf8").catch(() => null);
  const common = named?.trim() ?? "";
  const shared = isAbsolute(common) ? common : join(gitDir, common);
  for (const each of [gitDir, shared]) {
    const found = await readFile(join(each, ref), "utf8").catch(() => null);
    if (found !== null) return found.trim();
  }
  const packed = await readFile(join(shared, "packed-refs"), "utf8");
  const line = packed.split("\n").find((each) => each.endsWith(` ${ref}`));
  return line?.split(" ")[0] ?? "";
}
