import { readFile } from "node:fs/promises";
import { isAbsolute, join, resolve } from "node:path";

/** Root of the repository, four folders above both the source and the bundle. */
const root = resolve(import.meta.dirname, "../../../..");
const hashPattern = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/;

/**
 * Returns the repository's current commit in hex; "" without a repository. Packages have a file with their commit. Doesn't
 * run git.
 */
export async function readCommit(folder = root): Promise<string> {
  try {
    const packed = await readFile(join(folder, "commit"), "utf8").catch(() => null);
    if (packed !== null) return packed.trim();
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
