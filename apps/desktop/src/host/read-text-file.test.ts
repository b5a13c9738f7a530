import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { readTextFile } from "./read-text-file.ts";

async function fileWith(bytes: Uint8Array | string): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), "tidemark-file-"));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  const path = join(dir, "tides.md");
  await writeFile(path, bytes);
  return path;
}

test("reads a file's text without its BOM and CRLF line ends", async () => {
  const path = await fileWith("\uFEFF# Tides\r\n\r\nLow water at six – très bas 🌊\r\n");
  expect(await readTextFile(path)).toEqual({ text: "# Tides\n\nLow water at six – très bas 🌊\n" });
});

test("rejects a file that isn't UTF-8 text", async () => {
  const refused = { problem: "not-text", name: "tides.md" };
  expect(await readTextFile(await fileWith(new Uint8Array([0x74, 0xe9, 0x73])))).toEqual(refused);
  expect(await readTextFile(await fileWith("a\0b"))).toEqual(refused);
});

test("accepts a file up to the size limit of a memo", async () => {
  const most = 1024 * 1024;
  expect(await readTextFile(await fileWith("a".repeat(most)))).toEqual({ text: "a".repeat(most) });
  const refused = { problem: "too-large", name: "tides.md" };
  expect(await readTextFile(await fileWith("a".repeat(most + 1)))).toEqual(refused);
});

test.each(["/", "/dev/zero", join(tmpdir(), "tidemark-gone.md")])(
  "rejects %s, which isn't a regular file",
  async (path) => expect(await readTextFile(path)).toMatchObject({ problem: "unreadable" }),
);
