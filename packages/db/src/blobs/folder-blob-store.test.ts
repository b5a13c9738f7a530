import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { StagedBlob } from "@tidemark/core/attachment";
import { describe, expect, test } from "vitest";
import { openFolderBlobStore } from "./folder-blob-store.ts";

async function start() {
  const folder = mkdtempSync(join(tmpdir(), "tidemark-blobs-"));
  const clock = { nowMs: 1_700_000_000_000 };
  return {
    folder,
    clock,
    store: await openFolderBlobStore(folder, { nowMs: () => clock.nowMs }),
    files: () =>
      readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => entry.name),
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  };
}

async function* pieces(...texts: string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield Buffer.from(text);
}

async function staged(
  { store }: Awaited<ReturnType<typeof start>>,
  ...texts: string[]
): Promise<StagedBlob> {
  const result = await store.stage(pieces(...texts), 1000);
  if (!result.ok) throw new Error("too large");
  return result.value;
}

async function all<T>(from: AsyncIterable<T>): Promise<T[]> {
  const items: T[] = [];
  for await (const item of from) items.push(item);
  return items;
}

async function read(from: AsyncIterable<Uint8Array> | null): Promise<string | null> {
  return from === null ? null : Buffer.concat(await all(from)).toString();
}

const sha = (text: string): string => createHash("sha256").update(text).digest("hex");

describe("folder blob store", () => {
  test("stores content under its hash, and returns all of it or a range", async () => {
    using at = await start();
    await using blob = await staged(at, "hel", "lo");
    expect(blob.sizeBytes).toBe(5);
    expect(await at.store.has(sha("hello"))).toBe(false);
    expect(await blob.keep()).toEqual({ sha256: sha("hello") });
    expect(await at.store.has(sha("hello"))).toBe(true);
    expect(await read(await at.store.open(sha("hello")))).toBe("hello");
    expect(await read(await at.store.open(sha("hello"), { start: 1, end: 3 }))).toBe("el");
    expect(await read(await at.store.open(sha("hello"), { start: 2, end: 2 }))).toBe("");
    expect(await at.store.open(sha("other"))).toBeNull();
    expect(await all(at.store.list())).toEqual([sha("hello")]);
  });

  test("stores the same content once", async () => {
    using at = await start();
    for (let round = 0; round < 2; round += 1) {
      await using blob = await staged(at, "same");
      await blob.keep();
    }
    expect(at.files()).toEqual([sha("same")]);
  });

  test("deletes content that is not kept or arrives incomplete", async () => {
    using at = await start();
    await (await staged(at, "dropped"))[Symbol.asyncDispose]();
    const broken = async function* (): AsyncGenerator<Uint8Array> {
      yield Buffer.from("half");
      throw new Error("the line went dead");
    };
    await expect(at.store.stage(broken(), 1000)).rejects.toThrow("the line went dead");
    expect(at.files()).toEqual([]);
  });

  test("stops reading content that is too large, and accepts the exact limit", async () => {
    using at = await start();
    let given = 0;
    let isEnded = false;
    const endless = async function* (): AsyncGenerator<Uint8Array> {
      try {
        for (;;) {
          given += 1;
          yield Buffer.alloc(10);
        }
      } finally {
        isEnded = true;
      }
    };
    expect(await at.store.stage(endless(), 25)).toEqual({
      ok: false,
      error: { type: "blob-too-large", maxBytes: 25 },
    });
    expect([given, isEnded]).toEqual([3, true]);
    expect(at.files()).toEqual([]);
    const fits = await at.store.stage(pieces("12345"), 5);
    expect(fits.ok).toBe(true);
  });

  test("names overwritten content by its new hash", async () => {
    using at = await start();
    await using blob = await staged(at, "secret place");
    expect(Buffer.from(await blob.read(7, 99)).toString()).toBe("place");
    await blob.overwrite(0, Buffer.from("......"));
    await expect(blob.overwrite(10, Buffer.from("too long"))).rejects.toThrow("beyond");
    expect(await blob.keep()).toEqual({ sha256: sha("...... place") });
    expect(await read(await at.store.open(sha("...... place")))).toBe("...... place");
    expect(await at.store.has(sha("secret place"))).toBe(false);
  });

  test("removes content stored by a clock that was far ahead", async () => {
    using at = await start();
    at.clock.nowMs += 400 * 86_400_000;
    await using blob = await staged(at, "x");
    await blob.keep();
    at.clock.nowMs -= 400 * 86_400_000;
    expect(await at.store.remove(sha("x"), at.clock.nowMs)).toBe(true);
  });

  test("removes content that was not stored again since", async () => {
    using at = await start();
    await using first = await staged(at, "x");
    await first.keep();
    const keptMs = at.clock.nowMs;
    expect(await at.store.remove(sha("x"), keptMs)).toBe(false);
    at.clock.nowMs += 1000;
    await using second = await staged(at, "x");
    await second.keep();
    expect(await at.store.remove(sha("x"), keptMs + 500)).toBe(false);
    expect(await at.store.has(sha("x"))).toBe(true);
    expect(await at.store.remove(sha("x"), keptMs + 1500)).toBe(true);
    expect(await at.store.has(sha("x"))).toBe(false);
    expect(await at.store.remove(sha("x"), keptMs + 1500)).toBe(false);
  });

  test("deletes incomplete uploads of a crash on opening, and leaves the rest", async () => {
    using at = await start();
    await using kept = await staged(at, "kept");
    await kept.keep();
    await using left = await staged(at, "left behind");
    expect(left.sizeBytes).toBe(11);
    expect(at.files()).toHaveLength(2);
    await openFolderBlobStore(at.folder);
    expect(at.files()).toEqual([sha("kept")]);
    const [shard] = readdirSync(join(at.folder, "kept"));
    expect(readFileSync(join(at.folder, "kept", shard ?? "", sha("kept")), "utf8")).toBe("kept");
  });

  test("leaves uploads of other processes alone if it is shared", async () => {
    using at = await start();
    const other = await openFolderBlobStore(at.folder, { isShared: true });
    const result = await other.stage(pieces("of another"), 1000);
    if (!result.ok) throw new Error("too large");
    await using coming = result.value;
    await openFolderBlobStore(at.folder, { isShared: true });
    expect(await coming.keep()).toEqual({ sha256: sha("of another") });
    expect(await read(await at.store.open(sha("of another")))).toBe("of another");
  });

  test("keeps content that another process refreshes while this one removes it", async () => {
    using at = await start();
    const other = await openFolderBlobStore(at.folder, {
      nowMs: () => at.clock.nowMs + 10_000,
      isShared: true,
    });
    const text = "content";
    for (let round = 0; round < 200; round += 1) {
      await using blob = await staged(at, text);
      await blob.keep();
      // Removed as old while the other, whose clock is ahead, refreshes it.
      const [, isRefreshed] = await Promise.all([
        at.store.remove(sha(text), at.clock.nowMs + 5000),
        other.refresh(sha(text)),
      ]);
      // Content exists exactly if `refresh` returned true.
      expect(await at.store.has(sha(text))).toBe(isRefreshed);
      await at.store.remove(sha(text), Number.POSITIVE_INFINITY);
    }
  });
});
