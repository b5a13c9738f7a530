import { mkdtempDisposable, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { hashSources } from "../../build/source-hash.mjs";

test("sources are read once for what the file system says of them", async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), "tidemark-stamp-"));
  const stampFile = join(folder.path, ".sources");
  const found = hashSources(stampFile);
  expect(found).toMatch(/^[0-9a-f]{16}$/);
  const kept = await readFile(stampFile, "utf8");
  expect(kept).toMatch(new RegExp(`^[0-9a-f]{64} ${found}$`));
  // That they are not read again shows by other digits, which are believed.
  await writeFile(stampFile, kept.replace(found, "0123456789abcdef"));
  expect(hashSources(stampFile)).toBe("0123456789abcdef");
  // Of files of other sizes or times nothing is believed.
  await writeFile(stampFile, `${"0".repeat(64)} 0123456789abcdef`);
  expect(hashSources(stampFile)).toBe(found);
  expect(await readFile(stampFile, "utf8")).toBe(kept);
  // Nor of half a stamp.
  await writeFile(stampFile, kept.slice(0, 64));
  expect(hashSources(stampFile)).toBe(found);
  // Where nothing can be kept they are read each time.
  expect(hashSources(join(folder.path, "missing", ".sources"))).toBe(found);
});
