import { mkdir, mkdtempDisposable, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ownPage } from "./own-page.ts";

test("the page is built where its sources are, and only served from a package", async () => {
  await using root = await mkdtempDisposable(join(tmpdir(), "tidemark-own-page-"));
  const web = join(root.path, "apps/web");
  const folder = join(web, "dist");
  await mkdir(folder, { recursive: true });
  expect(ownPage(root.path)).toEqual({ folder, builder: null });
  await mkdir(join(web, "build"));
  const builder = join(web, "build/build.ts");
  await writeFile(builder, "");
  expect(ownPage(root.path)).toEqual({ folder, builder: null });
  await mkdir(join(web, "src"));
  expect(ownPage(root.path)).toEqual({ folder, builder });
});
