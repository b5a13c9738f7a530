import { mkdir, mkdtempDisposable, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readBuild } from "./read-build.ts";

const commit = "0123456789abcdef0123456789abcdef01234567";

async function readCommit(folder: string): Promise<string> {
  return (await readBuild("1.2.3", folder)).commit;
}

test("a checkout has a version of its own, and a package that of its release", async () => {
  await using dir = await mkdtempDisposable(join(tmpdir(), "tidemark-build-"));
  expect(await readBuild("1.2.3", dir.path)).toEqual({ version: "1.2.3", commit: "" });
  await mkdir(join(dir.path, ".git"));
  await writeFile(join(dir.path, ".git", "HEAD"), `${commit}\n`);
  const version = "1.2.3-dev+0123456789ab";
  expect(await readBuild("1.2.3", dir.path)).toEqual({ version, commit });
  await writeFile(join(dir.path, "commit"), `${commit}\n`);
  expect(await readBuild("1.2.3", dir.path)).toEqual({ version: "1.2.3", commit });
});

test("reads the commit of a branch, a packed branch, a detached HEAD and a worktree, or none", async () => {
  await using dir = await mkdtempDisposable(join(tmpdir(), "tidemark-commit-"));
  expect(await readCommit(dir.path)).toBe("");
  const git = join(dir.path, ".git");
  await mkdir(join(git, "refs", "heads", "fix"), { recursive: true });
  await writeFile(join(git, "HEAD"), "ref: refs/heads/fix/a\n");
  expect(await readCommit(dir.path)).toBe("");
  await writeFile(join(git, "packed-refs"), `# pack-refs\n${commit} refs/heads/fix/a\n`);
  expect(await readCommit(dir.path)).toBe(commit);
  const newer = commit.replace("0", "f");
  await writeFile(join(git, "refs", "heads", "fix", "a"), `${newer}\n`);
  expect(await readCommit(dir.path)).toBe(newer);

  const tree = join(dir.path, "tree");
  await mkdir(join(git, "worktrees", "tree"), { recursive: true });
  await mkdir(tree);
  await writeFile(join(tree, ".git"), `gitdir: ${join(git, "worktrees", "tree")}\n`);
  await writeFile(join(git, "worktrees", "tree", "commondir"), "../..\n");
  await writeFile(join(git, "worktrees", "tree", "HEAD"), "ref: refs/heads/fix/a\n");
  expect(await readCommit(tree)).toBe(newer);

  await writeFile(join(git, "HEAD"), `${commit}\n`);
  expect(await readCommit(dir.path)).toBe(commit);
  await rm(join(git, "HEAD"));
  expect(await readCommit(dir.path)).toBe("");
});
