import type * as Files from "node:fs/promises";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { StorageError } from "@tidemark/core";
import { expect, onTestFinished, test, vi } from "vitest";
import { openHost } from "../host/open-host.ts";

/** Step at which the disk is full. */
const full = vi.hoisted((): { at: "nothing" | "files" | "backup" | "last" } => ({ at: "nothing" }));

vi.mock("node:fs/promises", async (original) => {
  const real = await original<typeof Files>();
  const noSpace = (): Error => Object.assign(new Error("no space left"), { code: "ENOSPC" });
  return {
    ...real,
    link: async (from: string, to: string) => {
      if (full.at === "files" && to.includes("kept")) throw noSpace();
      return real.link(from, to);
    },
    writeFile: async (...given: Parameters<typeof real.writeFile>) => {
      const [path] = given;
      const isList = typeof path === "string" && path.endsWith("files.txt");
      if (full.at === "backup" && isList) throw noSpace();
      return real.writeFile(...given);
    },
    rename: async (from: string, to: string) => {
      if (full.at === "last" && from.includes("restoring")) throw noSpace();
      return real.rename(from, to);
    },
  };
});

async function start() {
  const dir = await mkdtemp(join(tmpdir(), "tidemark-full-"));
  const host = await openHost({ dir, isOffline: true });
  onTestFinished(async () => {
    full.at = "nothing";
    await host.close();
    await rm(dir, { recursive: true, force: true });
  });
  const write = async (content: string): Promise<string> => {
    const made = await host.app.createMemo({ content });
    return made.ok ? made.value.id : "";
  };
  const backUp = async () =>
    host.backups.now({ why: "asked", signal: AbortSignal.timeout(20_000) });
  const texts = async (): Promise<string[]> => {
    const list = { view: "timeline", search: "", tag: null, pinned: null, pageSize: 50 } as const;
    const page = await host.app.listMemos(list);
    return page.ok ? page.value.memos.map(({ content }) => content).toSorted() : [];
  };
  return { dir, host, write, backUp, texts };
}

test.each(["files", "backup", "last"] as const)(
  "A30, A30d · a disk that is full in the middle of a restore changes nothing, and is reported · %s",
  async (at) => {
    const { dir, host, write, backUp, texts } = await start();
    await write("low water");
    const body = async function* () {
      yield Buffer.from("rope");
    };
    const url = "/files?filename=rope.txt&type=text/plain&size=4";
    await host.files({ method: "POST", url, headers: {}, body: body() });
    const { name } = await backUp();
    await write("written since");
    await rm(join(dir, "blobs/kept"), { recursive: true });
    full.at = at;
    expect(await host.app.backups.restore(name, { disconnects: false })).toMatchObject({
      ok: true,
    });
    await vi.waitFor(
      async () => {
        const outcome = await host.app.backups.outcome();
        expect(outcome).toMatchObject({
          restored: null,
          failure: { of: "restore", code: "no-space" },
        });
      },
      { timeout: 20_000, interval: 50 },
    );
    full.at = "nothing";
    expect(await texts()).toEqual(["low water", "written since"]);
    expect((await readdir(dir)).filter((each) => each.includes("partial"))).toEqual([]);
    // It works once there is space.
    await host.app.backups.restore(name, { disconnects: false });
    await vi.waitFor(async () => expect(await texts()).toEqual(["low water"]), {
      timeout: 20_000,
      interval: 50,
    });
  },
);

test("A38a · a disk that is full in the middle of single memos leaves each whole, and is reported", async () => {
  const { host, write, backUp, texts } = await start();
  const ids = [await write("one"), await write("two"), await write("three")];
  const { name } = await backUp();
  for (const id of ids) {
    await host.app.trashMemos([id]);
    await host.app.purgeMemos([id]);
  }
  const { memos } = host.services;
  const create = memos.create.bind(memos);
  const spy = vi.spyOn(memos, "create").mockImplementation(async (caller, input) => {
    if (input.content === "two") throw new StorageError("disk-full", null);
    return create(caller, input);
  });
  const done = await host.app.backups.restoreMemos(name, ids);
  expect(done).toMatchObject({ ok: true, value: { restored: 1, failure: "no-space" } });
  expect(await texts()).toEqual(["one"]);
  spy.mockRestore();
  expect(await host.app.backups.restoreMemos(name, ids)).toMatchObject({
    ok: true,
    value: { restored: 2, failure: null },
  });
  expect(await texts()).toEqual(["one", "three", "two"]);
});
