import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Result } from "@tidemark/core";
import { expect, test, vi } from "vitest";
import { openHost } from "../host/open-host.ts";

function valueOf<T>(result: Result<T, unknown>): T {
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
}

test("A30c, A30d · a restore reports its outcome until it is seen, and brings back no draft that was saved since", async () => {
  const dir = mkdtempSync(join(tmpdir(), "tidemark-drafts-"));
  const host = await openHost({ dir, isOffline: true });
  try {
    await host.app.createMemo({ content: "kept" });
    await host.app.setDraft("new", "saved later");
    await host.app.setDraft("other", "never saved");
    const { name } = await host.backups.now({ why: "asked", signal: AbortSignal.timeout(20_000) });
    await host.app.createMemo({ content: "saved later" });
    await host.app.backups.restore(name, { disconnects: true });
    await vi.waitFor(
      async () => {
        const { restored, failure } = await host.app.backups.state();
        expect({ restored, failure }).toMatchObject({ restored: { memos: 1 }, failure: null });
      },
      { timeout: 20_000 },
    );
    expect(await host.app.backups.outcome()).toMatchObject({
      restored: { memos: 1 },
      failure: null,
    });
    await host.app.backups.seeOutcome();
    expect(await host.app.backups.outcome()).toBeNull();
    expect(await host.app.backups.state()).toMatchObject({ restored: { memos: 1 } });
    expect(await host.app.getDraft("new")).toBe("");
    expect(await host.app.getDraft("other")).toBe("never saved");
  } finally {
    await host.close();
    rmSync(dir, { recursive: true, force: true });
  }
});

test("A30c · a restore brings back no draft that was continued, tagged or edited since, and keeps the present drafts", async () => {
  const dir = mkdtempSync(join(tmpdir(), "tidemark-drafts-"));
  const host = await openHost({ dir, isOffline: true });
  try {
    const { app } = host;
    const talked = valueOf(await app.createMemo({ content: "talked about" }));
    const set = (drafts: Readonly<Record<string, string>>) =>
      Promise.all(Object.entries(drafts).map(([key, text]) => app.setDraft(key, text)));
    await set({
      ...{ continued: "Buy mi", "continued-tag": "shop", edited: "- [ ] High tide at six" },
      ...{ growing: "Half of", other: "Never saved", "other-tag": "work" },
      ...{ [`comment-${talked.id}`]: "Quite" },
    });
    const { name } = await host.backups.now({ why: "asked", signal: AbortSignal.timeout(20_000) });
    await app.createMemo({ content: "Buy milk\n\n#shop" });
    const edited = valueOf(await app.createMemo({ content: "- [ ] High tide at six" }));
    valueOf(await app.toggleTask(edited.id, { index: 0, checked: true }));
    // As the beginning of another memo it would be a draft of the composer.
    await app.createMemo({ content: "Quite another memo" });
    await set({
      ...{ continued: "", "continued-tag": "", edited: "", growing: "Half of the moon" },
      ...{ other: "Begun later", "other-tag": "", fresh: "Begun after the backup" },
    });
    await app.backups.restore(name, { disconnects: true });
    await vi.waitFor(async () => expect(await host.app.backups.outcome()).not.toBeNull(), {
      timeout: 20_000,
    });
    const drafts = async (...keys: string[]) =>
      Object.fromEntries(
        await Promise.all(keys.map(async (key) => [key, await host.app.getDraft(key)])),
      );
    expect(
      await drafts("continued", "continued-tag", "edited", "growing", "other", "other-tag"),
    ).toEqual({
      ...{ continued: "", "continued-tag": "", edited: "", growing: "Half of the moon" },
      ...{ other: "Never saved\n\nBegun later", "other-tag": "" },
    });
    expect(await drafts("fresh", `comment-${talked.id}`)).toEqual({
      fresh: "Begun after the backup",
      [`comment-${talked.id}`]: "Quite",
    });
  } finally {
    await host.close();
    rmSync(dir, { recursive: true, force: true });
  }
});
