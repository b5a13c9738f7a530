import { expect, test } from "vitest";
import type { OpenHost } from "../../apps/desktop/src/host/open-host.ts";
import { text, write } from "./host-memos.ts";
import { serverAndDevices } from "./server-and-devices.ts";

function must<T>(result: { ok: true; value: T } | { ok: false; error: { message: string } }): T {
  if (result.ok) return result.value;
  throw new Error(result.error.message);
}

async function syncAll(...hosts: readonly OpenHost[]): Promise<void> {
  for (const host of [...hosts, ...hosts]) await host.app.syncNow();
}

test.each([
  ["time", "The boat leaves at 10:15", "10:15", "10:30", "10:45"],
  ["version", "We run on 1.2.3 here", "1.2.3", "1.2.4", "1.3.0"],
])(
  "T3b, T3e · two devices that replace a %s offline agree on one reading, show both and take the other",
  async (_what, content, before, here, there) => {
    const { synced } = await serverAndDevices();
    const one = await synced("one");
    const id = await write(one, content);
    await one.app.syncNow();
    const other = await synced("other");
    for (const [host, reading] of [
      [one, here],
      [other, there],
    ] as const) {
      await host.app.setPaused(true);
      must(await host.app.updateMemo(id, { content: content.replace(before, reading) }));
    }
    for (const host of [one, other]) await host.app.setPaused(false);
    await syncAll(one, other);

    const stood = await text(one, id);
    expect([here, there].map((reading) => content.replace(before, reading))).toContain(stood);
    expect(await text(other, id)).toBe(stood);
    const kept = stood.includes(here) ? here : there;
    const lost = kept === here ? there : here;
    for (const host of [one, other]) {
      const { merge } = must(await host.app.getMemo(id));
      expect(merge?.places.map((place) => [place.kept, place.other])).toEqual([[kept, lost]]);
      const history = must(await host.app.listRevisions(id));
      for (const reading of [here, there]) {
        const revision = history.find((each) => each.content === content.replace(before, reading));
        expect(revision?.device, `${reading} in the history`).toMatch(/./);
      }
    }

    must(await other.app.takeReading(id, 0));
    await syncAll(other, one);
    for (const host of [one, other]) {
      expect(await text(host, id)).toBe(content.replace(before, lost));
    }
    expect(must(await other.app.getMemo(id)).merge).toBeUndefined();
  },
);
