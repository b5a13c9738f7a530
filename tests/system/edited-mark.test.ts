import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { appRouter } from "@tidemark/core/router";
import { afterEach, expect, test, vi } from "vitest";
import { openHost } from "../../apps/desktop/src/host/open-host.ts";

afterEach(() => void vi.useRealTimers());

test("A37 · only text and files make a memo edited, and nothing takes that back", async () => {
  const dir = mkdtempSync(join(tmpdir(), "tidemark-edited-"));
  vi.useFakeTimers({ toFake: ["Date"] });
  const host = await openHost({ dir });
  const { memos } = appRouter.createCaller({ app: host.app });
  const later = (): void => void vi.setSystemTime(Date.now() + 3_600_000);
  try {
    const { id } = await memos.create({ content: "low water" });
    const other = await memos.create({ content: "high water" });
    const edit = async () => (await memos.get({ id })).edit;
    const placings = [
      () => memos.update({ id, patch: { pinned: true } }),
      () => memos.update({ id, patch: { pinned: false } }),
      () => memos.update({ id, patch: { state: "ARCHIVED" } }),
      () => memos.update({ id, patch: { state: "NORMAL" } }),
      () => memos.update({ id, patch: { visibility: "PROTECTED" } }),
      () => memos.trash({ ids: [id] }),
      () => memos.restore({ ids: [id] }),
      () => memos.react({ id, type: "👍", isOn: true }),
      () => memos.link({ id, to: other.id, isOn: true }),
      () => memos.link({ id, to: other.id, isOn: false }),
    ];
    for (const place of placings) {
      later();
      await place();
      expect(await edit(), String(place)).toBeNull();
    }
    // The time of a change is still given out.
    const { createdMs, updatedMs } = await memos.get({ id });
    expect(updatedMs - createdMs).toBeGreaterThan(3_600_000);

    later();
    await memos.update({ id, patch: { content: "low water at six" } });
    expect(await edit()).toEqual({ atMs: Date.now() });
    for (const place of placings) {
      later();
      await place();
      expect(await edit(), String(place)).not.toBeNull();
    }
  } finally {
    await host.close();
    rmSync(dir, { recursive: true, force: true });
  }
});
