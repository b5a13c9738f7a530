import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { openMemoryContents } from "./memory-contents.ts";

async function* pieces(...texts: string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield Buffer.from(text);
}

async function read(from: AsyncIterable<Uint8Array> | null): Promise<string | null> {
  return from === null ? null : Buffer.concat(await Array.fromAsync(from)).toString();
}

const sha = (text: string): string => createHash("sha256").update(text).digest("hex");

function start() {
  const clock = { nowMs: 1000 };
  const store = openMemoryContents(() => clock.nowMs);
  const keep = async (...texts: string[]): Promise<string> => {
    const staged = await store.stage(pieces(...texts), 1000);
    if (!staged.ok) throw new Error("too large");
    await using blob = staged.value;
    return (await blob.keep()).sha256;
  };
  return { clock, store, keep };
}

test("stores content under its hash, and returns all of it or a range", async () => {
  const { store, keep } = start();
  expect(await keep("hel", "lo")).toBe(sha("hello"));
  expect(await read(await store.open(sha("hello")))).toBe("hello");
  expect(await read(await store.open(sha("hello"), { start: 1, end: 3 }))).toBe("el");
  expect(await store.open(sha("other"))).toBeNull();
  expect(await store.size(sha("hello"))).toBe(5);
  expect(await Array.fromAsync(store.list())).toEqual([sha("hello")]);
});

test("content that was overwritten while it was received has the hash of the result", async () => {
  const { store } = start();
  const staged = await store.stage(pieces("hello"), 1000);
  if (!staged.ok) throw new Error("too large");
  await staged.value.overwrite(0, Buffer.from("J"));
  expect(await staged.value.keep()).toEqual({ sha256: sha("Jello") });
  await expect(staged.value.overwrite(4, Buffer.from("ab"))).rejects.toThrow("beyond");
});

test("refuses content above the limit", async () => {
  const { store } = start();
  expect(await store.stage(pieces("four", "more"), 7)).toMatchObject({ ok: false });
});

test("content is removed unless it was stored or used again since", async () => {
  const { clock, store, keep } = start();
  const hash = await keep("old");
  expect(await store.remove(hash, 1000)).toBe(false);
  clock.nowMs = 2000;
  expect(await store.refresh(hash)).toBe(true);
  expect(await store.remove(hash, 1500)).toBe(false);
  expect(await store.remove(hash, 2001)).toBe(true);
  expect(await store.has(hash)).toBe(false);
  expect(await store.refresh(hash)).toBe(false);
});
