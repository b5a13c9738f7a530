import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fromBase64, textUpdateTo, toBase64 } from "@tidemark/core/text";
import { expect, onTestFinished, test, vi } from "vitest";
import { openHost, type Host } from "../../apps/desktop/src/host/open-host.ts";
import { texts, write } from "./host-memos.ts";
import { alice, serveHere } from "./in-process-server.ts";

/** Opens two synced devices of one account. */
async function twoDevices(): Promise<readonly [Host, Host]> {
  const dir = mkdtempSync(join(tmpdir(), "tidemark-renamed-"));
  const server = await serveHere(join(dir, "server"));
  const hosts: Host[] = [];
  onTestFinished(async () => {
    for (const host of hosts) await host.close();
    await server[Symbol.asyncDispose]();
    rmSync(dir, { recursive: true, force: true });
  });
  for (const name of ["desk", "laptop"]) {
    mkdirSync(join(dir, name));
    const host = await openHost({ dir: join(dir, name) });
    hosts.push(host);
    expect(await host.app.connect({ url: server.url, ...alice })).toMatchObject({ ok: true });
    await host.app.syncNow();
  }
  const [desk, laptop] = hosts;
  if (desk === undefined || laptop === undefined) throw new Error("two devices");
  return [desk, laptop];
}

async function settled(host: Host, state: string): Promise<void> {
  await vi.waitFor(async () =>
    expect((await host.app.tagRuns.status()).run).toMatchObject({ state }),
  );
}

async function agree(hosts: readonly Host[], expected: readonly string[]): Promise<void> {
  await vi.waitFor(async () => {
    for (const host of hosts) {
      await host.app.syncNow();
      expect(await texts(host)).toEqual(expected.toSorted());
    }
  });
}

/** Edits a memo's text as an editor does. */
async function type(host: Host, id: string, after: string): Promise<void> {
  const open = await host.app.openText(id);
  if (!open.ok) throw new Error(open.error.message);
  const { gen, state, content } = open.value;
  const text = { gen, state: fromBase64(state) };
  const update = textUpdateTo(
    { memo: id, content, text },
    after,
    1 + Math.floor(2 ** 31 * Math.random()),
  );
  if (update === null) throw new Error("nothing was typed");
  expect(await host.app.pushText({ id, gen, update: toBase64(update) })).toMatchObject({
    ok: true,
  });
}

async function rename(host: Host, from: string, to: string): Promise<string> {
  const started = await host.app.tagRuns.start({ from, to });
  if (!started.ok) throw new Error(started.error.message);
  await settled(host, "done");
  return started.value.id;
}

test("A21 · text typed offline merges with a rename on another device", async () => {
  const [desk, laptop] = await twoDevices();
  const id = await write(desk, "the #boat sails");
  await write(desk, "#boat/winter");
  await agree([desk, laptop], ["the #boat sails", "#boat/winter"]);
  await laptop.app.setPaused(true);
  await rename(desk, "boat", "ship");
  await type(laptop, id, "Today the #boat sails again, and the #boat is blue");
  await laptop.app.setPaused(false);
  // The tag typed offline keeps its name: it is a late one.
  await agree(
    [desk, laptop],
    ["Today the #ship sails again, and the #boat is blue", "#ship/winter"],
  );
});

test("A22 · memos that arrive late with the old tag keep it until the user renames it again", async () => {
  const [desk, laptop] = await twoDevices();
  await write(desk, "#old one");
  await agree([desk, laptop], ["#old one"]);
  await laptop.app.setPaused(true);
  await rename(desk, "old", "new");
  await write(laptop, "#old two");
  await laptop.app.setPaused(false);
  await agree([desk, laptop], ["#new one", "#old two"]);
  expect((await desk.app.tagRuns.status()).late).toEqual([{ from: "old", to: "new", count: 1 }]);
  await rename(desk, "old", "new");
  await agree([desk, laptop], ["#new one", "#new two"]);
  expect((await desk.app.tagRuns.status()).late).toEqual([]);
});

test("A21c · undoing a rename reverts only its own changes, not those of another device", async () => {
  const [desk, laptop] = await twoDevices();
  const id = await write(desk, "the #boat sails");
  await write(desk, "a #ship");
  await agree([desk, laptop], ["the #boat sails", "a #ship"]);
  const run = await rename(desk, "boat", "ship");
  await agree([desk, laptop], ["the #ship sails", "a #ship"]);
  await laptop.app.setPaused(true);
  await type(laptop, id, "the #ship sails to the #ship yard");
  await write(laptop, "a new #ship");
  await desk.app.tagRuns.undo(run);
  await settled(desk, "undone");
  await laptop.app.setPaused(false);
  await agree([desk, laptop], ["the #boat sails to the #ship yard", "a #ship", "a new #ship"]);
});

test("A21 · the same rename on two offline devices loses nothing", async () => {
  const [desk, laptop] = await twoDevices();
  await write(desk, "the #boat sails");
  await agree([desk, laptop], ["the #boat sails"]);
  await laptop.app.setPaused(true);
  await rename(desk, "boat", "ship");
  await rename(laptop, "boat", "ship");
  await laptop.app.setPaused(false);
  await agree([desk, laptop], ["the #ship sails"]);
});
