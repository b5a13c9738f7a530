import { mkdir, mkdtempDisposable, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readCommit } from "./read-commit.ts";

const commit = "0123456789abcdef0123456789abcdef01234567";

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
