import { createHash } from "node:crypto";
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseJson } from "@tidemark/core";
import { appRouter, type BackupsState } from "@tidemark/core/router";
import { inspectDatabase, openDatabase } from "@tidemark/db/node";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { z } from "zod";
import { nodePlatform } from "../host/node-platform.ts";
import { type OpenHost, openHost } from "../host/open-host.ts";

async function scratch(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), "tidemark-backups-"));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  return dir;
}

/** Opens a profile the way its page sees it. */
async function start(dir: string) {
  const logged: string[] = [];
  const host: OpenHost = await openHost({ dir, log: (line) => logged.push(line) });
  let isOpen = true;
  const close = async (): Promise<void> => {
    if (isOpen) await host.close();
    isOpen = false;
  };
  onTestFinished(close);
  const app = appRouter.createCaller({ app: host.app });
  const atRest = (): Promise<BackupsState> =>
    vi.waitFor(
      async () => {
        const state = await app.backups.state();
        expect(state.atWork).toBeNull();
        return state;
      },
      { interval: 20 },
    );
  return {
    app,
    host,
    logged,
    close,
    atRest,
    write: async (content: string) => (await app.memos.create({ content })).id,
    texts: async () =>
      (await app.memos.list({ pageSize: 50 })).memos.map(({ content }) => content).toSorted(),
    async backUp() {
      await app.backups.backUp();
      return atRest();
    },
    async restore(name: string) {
      await app.backups.restore({ name });
      await vi.waitFor(
        async () => {
          const { backups, failure, atWork } = await app.backups.state();
          expect(atWork).toBeNull();
          expect(failure !== null || backups.some(({ why }) => why === "restore")).toBe(true);
        },
        { interval: 20 },
      );
      return app.backups.state();
    },
  };
}

/** Attaches a file to a memo. Returns the hash of its content. */
async function attach(host: OpenHost, memo: string, text: string): Promise<string> {
  const url = `/files?filename=rope.txt&type=text/plain&size=${Buffer.byteLength(text)}`;
  const body = async function* () {
    yield Buffer.from(text);
  };
  const reply = await host.files({ method: "POST", url, headers: {}, body: body() });
  const answer = Buffer.concat(await Array.fromAsync(reply.body ?? [])).toString();
  const { id } = parseJson(z.looseObject({ id: z.string() }), answer);
  expect(await host.app.attachments.set(memo, [id])).toMatchObject({ ok: true });
  return createHash("sha256").update(text).digest("hex");
}

const contentAt = (folder: string, hash: string): string =>
  join(folder, "files", hash.slice(0, 2), hash);

describe("a device's backups", () => {
  test("A29 · capture a single moment, and store each content once", async () => {
    const dir = await scratch();
    const device = await start(dir);
    const memo = await device.write("low water");
    const hash = await attach(device.host, memo, "the rope");
    const first = await device.backUp();
    expect(first).toMatchObject({ failure: null, folder: join(dir, "backups") });
    await device.write("high water");
    const { backups, failure } = await device.backUp();
    expect(failure).toBeNull();
    expect(backups).toMatchObject([
      { memos: 2, files: 1, why: "asked", isOwn: true },
      { memos: 1, files: 1, why: "asked", isOwn: true },
    ]);
    for (const { name, memos } of backups) {
      const file = join(dir, "backups", name, "tidemark.db");
      expect(inspectDatabase(file)).toEqual({ ok: true, value: { memos } });
      // A single file, with no companion files.
      expect((await readdir(join(dir, "backups", name))).toSorted()).toEqual([
        "backup.json",
        "files.txt",
        "tidemark.db",
      ]);
    }
    expect(await readFile(contentAt(join(dir, "backups"), hash), "utf8")).toBe("the rope");
    const { mode } = await stat(join(dir, "backups", backups[0]?.name ?? "", "tidemark.db"));
    expect(mode & 0o077).toBe(0);
  });

  test("A29 · aren't listed if interrupted, and leftovers are deleted by the next backup", async () => {
    const dir = await scratch();
    const device = await start(dir);
    await device.write("low water");
    await device.app.backups.backUp();
    await device.close();
    expect(await readdir(join(dir, "backups")).catch(() => [])).toEqual(
      expect.not.arrayContaining([expect.stringMatching(/Z$/)]),
    );
    const again = await start(dir);
    expect((await again.app.backups.state()).backups).toEqual([]);
    const settings = (await readSettings(dir)) ?? { id: "" };
    const half = join(dir, "backups", `tidemark-2026-01-01T00-00-00Z.${settings.id}.partial`);
    await mkdir(half, { recursive: true });
    const { backups } = await again.backUp();
    expect(backups).toHaveLength(1);
    expect(await readdir(join(dir, "backups"))).not.toContain(half.split("/").at(-1));
  });

  test("A29 · report a missing folder and don't create it", async () => {
    const dir = await scratch();
    const stick = join(await scratch(), "stick");
    const device = await start(dir);
    await device.write("low water");
    await device.app.backups.configure({ folder: stick });
    expect((await device.backUp()).backups).toHaveLength(1);
    await rm(stick, { recursive: true });
    const { failure, backups } = await device.backUp();
    expect(failure).toMatchObject({ of: "backup", code: "folder" });
    expect(backups).toEqual([]);
    expect(await stat(stick).catch(() => null)).toBeNull();
    // The failure is still reported after a restart, until a backup succeeds.
    await device.close();
    const again = await start(dir);
    expect((await again.app.backups.state()).failure).toMatchObject({ code: "folder" });
    await again.app.backups.configure({ folder: null });
    expect((await again.backUp()).failure).toBeNull();
  });

  test("A29 · reject a folder inside the data folder and a relative path", async () => {
    const dir = await scratch();
    const { app } = await start(dir);
    for (const folder of [join(dir, "blobs"), "here"]) {
      await expect(app.backups.configure({ folder })).rejects.toThrow(/folder/);
    }
    expect(await app.backups.state()).toMatchObject({ isUsualFolder: true, schedule: "daily" });
    await app.backups.configure({ schedule: "weekly" });
    expect(await app.backups.state()).toMatchObject({ schedule: "weekly" });
  });

  test("A29b · two devices that share a folder leave each other's backups and contents alone", async () => {
    const shared = join(await scratch(), "shared");
    const one = await start(await scratch());
    const other = await start(await scratch());
    for (const device of [one, other]) await device.app.backups.configure({ folder: shared });
    const hash = await attach(other.host, await other.write("other"), "its rope");
    await other.backUp();
    await one.write("one");
    for (let nth = 0; nth < 5; nth += 1) await one.backUp();
    const { backups } = await one.app.backups.state();
    expect(backups.filter(({ isOwn }) => isOwn)).toHaveLength(3);
    expect(backups.filter(({ isOwn }) => !isOwn)).toMatchObject([{ memos: 1, files: 1 }]);
    expect(await readFile(contentAt(shared, hash), "utf8")).toBe("its rope");
  });

  test("A29b · one is made by itself where something changed, and none where nothing did", async () => {
    const dir = await scratch();
    const device = await start(dir);
    const look = async (): Promise<BackupsState> => {
      await device.host.backups.look();
      return device.atRest();
    };
    // A profile that was never written to needs no backup.
    expect((await look()).backups).toEqual([]);
    await device.write("low water");
    expect((await look()).backups).toMatchObject([{ why: "schedule", memos: 1 }]);
    // The next backup is due tomorrow.
    await device.write("high water");
    expect((await look()).backups).toHaveLength(1);
    await rm(join(dir, "backups"), { recursive: true });
    await device.app.backups.configure({ schedule: "off" });
    expect((await look()).backups).toEqual([]);
    await device.app.backups.configure({ schedule: "weekly" });
    expect((await look()).backups).toMatchObject([{ why: "schedule", memos: 2 }]);

    const nowMs = Date.now;
    vi.spyOn(Date, "now").mockImplementation(() => nowMs() + 8 * 86_400_000);
    onTestFinished(() => void vi.restoreAllMocks());
    expect((await look()).backups).toHaveLength(1);
    await device.write("slack water");
    expect((await look()).backups).toMatchObject([{ memos: 3 }, { memos: 2 }]);
  });

  test("R16 · are deleted when the device is wiped; in a shared folder only its own", async () => {
    const shared = join(await scratch(), "shared");
    const dir = await scratch();
    const one = await start(dir);
    const other = await start(await scratch());
    for (const [name, device] of Object.entries({ one, other })) {
      await device.app.backups.configure({ folder: shared });
      await attach(device.host, await device.write(name), `the rope of ${name}`);
      await device.backUp();
    }
    const settings = await readSettings(dir);
    await nodePlatform(dir).removeFiles({ folder: shared, id: settings?.id ?? "" });
    const { backups } = await other.app.backups.state();
    expect(backups).toMatchObject([{ isOwn: true }]);
    const contents = await readdir(join(shared, "files"), { recursive: true });
    expect(contents.filter((each) => /[0-9a-f]{64}$/.test(each))).toHaveLength(1);
  });

  test("A30 · restore everything, after backing up the current data", async () => {
    const dir = await scratch();
    const device = await start(dir);
    const memo = await device.write("low water");
    const hash = await attach(device.host, memo, "the rope");
    await device.app.drafts.set({ key: "composer", content: "begun" });
    const { backups } = await device.backUp();
    const [made] = backups;
    await device.write("written since");
    await device.app.attachments.remove({ ids: await attachmentsOf(device, memo) });
    await device.app.memos.trash({ ids: [memo] });
    const kept = join(dir, "blobs/kept", hash.slice(0, 2), hash);
    await rm(kept);
    const after = await device.restore(made?.name ?? "");
    expect(after.failure).toBeNull();
    expect(await device.texts()).toEqual(["low water"]);
    expect(await device.app.drafts.get({ key: "composer" })).toBe("begun");
    expect(await attachmentsOf(device, memo)).toHaveLength(1);
    expect(await readFile(kept, "utf8")).toBe("the rope");
    const before = after.backups.find(({ why }) => why === "restore");
    expect(before).toMatchObject({ memos: 1, isOwn: true });
    // The data from before the restore is in the new backup and can be restored the same way.
    await device.app.backups.restore({ name: before?.name ?? "" });
    await vi.waitFor(async () => expect(await device.texts()).toEqual(["written since"]));
    // The next start opens the restored data.
    await device.close();
    expect(await (await start(dir)).texts()).toEqual(["written since"]);
  });

  test("A30 · change nothing if damaged or made by a newer version", async () => {
    const dir = await scratch();
    const device = await start(dir);
    await device.write("low water");
    const { backups } = await device.backUp();
    const name = backups[0]?.name ?? "";
    const file = join(dir, "backups", name, "tidemark.db");
    const bytes = await readFile(file);
    await writeFile(file, bytes.fill(7, 4096 * 3, 4096 * 12));
    await device.write("written since");
    const state = await device.restore(name);
    expect(state.failure).toMatchObject({ of: "restore", code: "damaged" });
    expect(await device.texts()).toEqual(["low water", "written since"]);
    expect((await readdir(dir)).filter((each) => each.includes("restoring"))).toEqual([]);
    await expect(device.app.backups.restore({ name: "tidemark-none" })).rejects.toThrow(
      "not found",
    );
  });

  test("A30 · survive a host that ends during a restore: it opens the old or the restored data", async () => {
    const dir = await scratch();
    const device = await start(dir);
    await device.write("low water");
    const { backups } = await device.backUp();
    await device.write("written since");
    await device.app.backups.restore({ name: backups[0]?.name ?? "" });
    await device.close();
    const again = await start(dir);
    expect([["low water"], ["low water", "written since"]]).toContainEqual(await again.texts());
    expect((await readdir(dir)).filter((each) => each.includes("restoring"))).toEqual([]);
  });
});

async function attachmentsOf(device: Awaited<ReturnType<typeof start>>, memo: string) {
  const { attachments } = await device.app.memos.get({ id: memo });
  return attachments.map(({ id }) => id);
}

async function readSettings(dir: string): Promise<{ readonly id: string } | null> {
  const { backupSettingsKey } = await import("@tidemark/replica");
  const opened = await openDatabase({ file: join(dir, "tidemark.db"), role: "device" }).catch(
    () => null,
  );
  if (opened === null) return null;
  try {
    return await opened.database.read(({ meta }) => meta.get(backupSettingsKey));
  } finally {
    await opened.close();
  }
}
