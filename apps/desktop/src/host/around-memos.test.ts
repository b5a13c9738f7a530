import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openHost } from "./open-host.ts";

async function openApp() {
  const dir = await mkdtemp(join(tmpdir(), "tidemark-around-"));
  const host = await openHost({ dir });
  onTestFinished(async () => {
    await host.close();
    await rm(dir, { recursive: true });
  });
  return host.app;
}

test("days count memos by the reader's time zone, without comments", async () => {
  const app = await openApp();
  const made = await app.createMemo({ content: "high water" });
  if (!made.ok) throw new Error(made.error.message);
  const { id, createdMs } = made.value;
  await app.createMemo({ content: "at six", parent: id });
  const span = { fromMs: createdMs - 1000, toMs: createdMs + 60_000 };
  const day = (offsetMs: number) => Math.floor((createdMs + offsetMs) / 86_400_000);
  for (const offsetMs of [0, 13 * 3_600_000, -11 * 3_600_000]) {
    expect(await app.days({ ...span, offsetMs })).toEqual([{ day: day(offsetMs), count: 1 }]);
  }
  expect(await app.days({ fromMs: 0, toMs: createdMs, offsetMs: 0 })).toEqual([]);
});

test("a comment isn't a link of its memo, and an unknown memo has none", async () => {
  const app = await openApp();
  const made = await app.createMemo({ content: "high water" });
  if (!made.ok) throw new Error(made.error.message);
  await app.createMemo({ content: "at six", parent: made.value.id });
  expect(await app.listLinks(made.value.id)).toEqual({ ok: true, value: { to: [], from: [] } });
  expect(await app.listLinks("nothing")).toMatchObject({ ok: false, error: { code: "NOT_FOUND" } });
});
