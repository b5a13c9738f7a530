import { expect, test, vi } from "vitest";
import type { OpenHost } from "../../apps/desktop/src/host/open-host.ts";
import { text, texts, write } from "./host-memos.ts";
import { alice } from "./in-process-server.ts";
import { serverAndDevices } from "./server-and-devices.ts";

async function meet(hosts: readonly OpenHost[]): Promise<void> {
  for (let round = 0; round < 2; round += 1) {
    for (const host of hosts) await host.app.syncNow();
  }
}

test("A30b · a device that stayed disconnected after a restore connects again, and neither side loses a text", async () => {
  const setting = await serverAndDevices();
  const desk = await setting.synced("desk");
  const laptop = await setting.synced("laptop");
  const both = await write(desk, "first line\nsecond line\nthird line");
  const untouched = await write(desk, "edited on the laptop only");
  await meet([desk, laptop]);
  const { name } = await desk.backups.now({ why: "asked", signal: AbortSignal.timeout(20_000) });
  await desk.app.updateMemo(both, { content: "first line\nsecond line\nthird line, of the desk" });
  await write(desk, "written at the desk");
  await meet([desk, laptop]);

  expect(await desk.app.backups.restore(name, { disconnects: true })).toMatchObject({ ok: true });
  await vi.waitFor(
    async () => {
      expect(await desk.app.backups.outcome()).toMatchObject({ failure: null });
      expect((await desk.app.syncStatus()).state).toBe("local");
    },
    { interval: 20 },
  );
  expect(await texts(desk)).toEqual([
    "edited on the laptop only",
    "first line\nsecond line\nthird line",
  ]);
  await desk.app.updateMemo(both, {
    content: "first line, after the restore\nsecond line\nthird line",
  });
  await write(desk, "written while apart");
  await laptop.app.updateMemo(untouched, { content: "edited on the laptop only: done" });
  await write(laptop, "written at the laptop");
  await laptop.app.syncNow();

  expect(await desk.app.connect({ url: setting.url, ...alice })).toMatchObject({ ok: true });
  await meet([desk, laptop]);
  const all = [
    "edited on the laptop only: done",
    "first line, after the restore\nsecond line\nthird line, of the desk",
    "written at the desk",
    "written at the laptop",
    "written while apart",
  ];
  for (const host of [desk, laptop]) {
    expect(await texts(host)).toEqual(all);
    expect(await host.app.syncStatus()).toMatchObject({ waiting: 0, rejected: 0 });
  }
});

test("A39a · a single memo that is restored on one device reaches the other, and its replaced text stays in the history", async () => {
  const setting = await serverAndDevices();
  const desk = await setting.synced("desk");
  const laptop = await setting.synced("laptop");
  const changed = await write(desk, "as it was");
  const gone = await write(desk, "removed later");
  await meet([desk, laptop]);
  const { name } = await desk.backups.now({ why: "asked", signal: AbortSignal.timeout(20_000) });
  await laptop.app.updateMemo(changed, { content: "as the laptop left it" });
  await laptop.app.trashMemos([gone]);
  await laptop.app.purgeMemos([gone]);
  await meet([laptop, desk]);

  const done = await desk.app.backups.restoreMemos(name, [changed, gone]);
  expect(done).toMatchObject({ ok: true, value: { restored: 2, refused: 0 } });
  await meet([desk, laptop]);
  for (const host of [desk, laptop]) {
    expect(await texts(host)).toEqual(["as it was", "removed later"]);
  }
  const history = await desk.app.listRevisions(changed);
  const earlier = history.ok ? history.value.map(({ content }) => content) : [];
  expect(earlier).toContain("as the laptop left it");
  if (!done.ok) throw new Error("not restored");
  await desk.app.backups.undoRestoreMemos(done.value.undo ?? "");
  await meet([desk, laptop]);
  expect(await texts(laptop)).toEqual(["as the laptop left it"]);
  expect(await text(laptop, changed)).toBe("as the laptop left it");
});
