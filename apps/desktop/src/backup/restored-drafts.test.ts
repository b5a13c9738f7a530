import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { openHost } from "../host/open-host.ts";

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
