import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { derivedOf } from "@tidemark/core/commit";
import { openDatabase } from "@tidemark/db/node";
import { describe, expect, test } from "vitest";
import { openHost, type Host } from "../../apps/desktop/src/host/open-host.ts";
import type { RunningServer } from "../../apps/server/src/start-server.ts";
import { alice, serveHere } from "./in-process-server.ts";

interface Setting extends AsyncDisposable {
  readonly server: RunningServer;
  readonly dir: string;
  /** Opens a profile and connects it. */
  device(name: string): Promise<Host>;
}

/** Starts a real server, and devices on demand, in this process. */
async function open(): Promise<Setting> {
  const dir = mkdtempSync(join(tmpdir(), "tidemark-panel-"));
  const hosts: Host[] = [];
  const server = await serveHere(join(dir, "server"));
  return {
    server,
    dir,
    async device(name) {
      const host = await openHost({ dir: await folder(dir, name) });
      hosts.push(host);
      const connected = await host.app.connect({ url: server.url, ...alice });
      if (!connected.ok) throw new Error(connected.error.message);
      await host.app.syncNow();
      return host;
    },
    async [Symbol.asyncDispose]() {
      for (const host of hosts) await host.close();
      await server[Symbol.asyncDispose]();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

async function folder(dir: string, name: string): Promise<string> {
  const { mkdir } = await import("node:fs/promises");
  const path = join(dir, name);
  await mkdir(path, { recursive: true });
  return path;
}

async function write(host: Host, content: string): Promise<string> {
  const made = await host.app.createMemo({ content });
  if (!made.ok) throw new Error(made.error.message);
  return made.value.id;
}

async function texts(host: Host): Promise<string[]> {
  const input = { view: "timeline", search: "", tag: null, pinned: null, pageSize: 50 } as const;
  const page = await host.app.listMemos(input);
  if (!page.ok) throw new Error(page.error.message);
  return page.value.memos.map((memo) => memo.content).toSorted();
}

/** Creates two devices with one memo, purged on the first while the second edits it. */
async function refusedEdit(setting: Setting) {
  const desk = await setting.device("desk");
  const id = await write(desk, "shared");
  await desk.app.syncNow();
  const laptop = await setting.device("laptop");
  expect(await texts(laptop)).toEqual(["shared"]);
  await laptop.app.setPaused(true);
  await desk.app.trashMemos([id]);
  await desk.app.purgeMemos([id]);
  await desk.app.syncNow();
  await laptop.app.updateMemo(id, { content: "shared, with words that matter" });
  await laptop.app.setPaused(false);
  await laptop.app.syncNow();
  return { desk, laptop, id };
}

describe("R12 · a change that the server rejected", () => {
  test("is listed with its kind, reason and text, and can be copied to a new memo", async () => {
    await using setting = await open();
    const { desk, laptop, id } = await refusedEdit(setting);
    expect((await laptop.app.syncStatus()).rejected).toBe(1);
    const [entry] = await laptop.app.syncTools.rejected();
    expect(entry).toMatchObject({
      memo: id,
      what: { code: "memo" },
      code: "gone",
      why: "memo-purged",
      text: "shared, with words that matter",
    });
    // It stays in the lists of its writer, with the reason.
    expect(await texts(laptop)).toEqual(["shared, with words that matter"]);
    expect(await laptop.app.getMemo(id)).toMatchObject({
      value: { isSynced: false, unsent: { n: entry?.n, why: "memo-purged", isAgain: false } },
    });
    const retried = await laptop.app.syncTools.retryRejected(entry?.n ?? 0);
    expect(retried).toMatchObject({ ok: false, error: { code: "NOT_FOUND" } });
    const copied = await laptop.app.syncTools.copyRejected(entry?.n ?? 0);
    expect(copied.ok).toBe(true);
    expect(await laptop.app.syncTools.rejected()).toEqual([]);
    await laptop.app.syncNow();
    await desk.app.syncNow();
    expect(await texts(desk)).toEqual(["shared, with words that matter"]);
    expect(await texts(laptop)).toEqual(["shared, with words that matter"]);
  });

  test("R12, R12d · stays in lists after a restart, and a comparison counts it apart", async () => {
    await using setting = await open();
    const { laptop, id } = await refusedEdit(setting);
    await laptop.close();
    const again = await openHost({ dir: join(setting.dir, "laptop") });
    await again.app.syncNow();
    expect(await texts(again)).toEqual(["shared, with words that matter"]);
    const found = await again.app.listMemos({
      view: "timeline",
      search: "matter",
      tag: null,
      pinned: null,
      pageSize: 9,
    });
    expect(found).toMatchObject({ value: { memos: [{ id, unsent: { why: "memo-purged" } }] } });
    expect(await again.app.syncTools.verify()).toMatchObject({
      ok: true,
      value: { memos: 0, differing: 0, unsent: 1 },
    });
    await again.close();
  });

  test("can be discarded, once", async () => {
    await using setting = await open();
    const { laptop } = await refusedEdit(setting);
    const [entry] = await laptop.app.syncTools.rejected();
    expect(await laptop.app.syncTools.discardRejected(entry?.n ?? 0)).toMatchObject({ ok: true });
    expect((await laptop.app.syncStatus()).rejected).toBe(0);
    expect(await laptop.app.syncTools.discardRejected(entry?.n ?? 0)).toMatchObject({ ok: false });
  });

  test("can be retried when the reason no longer applies", async () => {
    await using setting = await open();
    const desk = await setting.device("desk");
    const id = await write(desk, "a short text");
    await desk.app.syncNow();
    await desk.app.setPaused(true);
    await desk.app.updateMemo(id, { content: "a text that will be refused" });
    await desk.close();
    await using profile = await openDatabase({
      file: join(setting.dir, "desk", "tidemark.db"),
      role: "device",
    });
    // As the device does when the server rejects an operation.
    await profile.database.write(async ({ outbox, bases, memos }) => {
      const [row] = await outbox.pending(10);
      const base = await bases.get(id);
      if (base?.entity) await memos.save(base.entity, derivedOf(base.entity));
      const refusal = { code: "too-large", content: "a text that will be refused" };
      await outbox.reject(row?.n ?? 0, JSON.stringify(refusal));
    });
    await profile.close();
    const again = await openHost({ dir: join(setting.dir, "desk") });
    const [entry] = await again.app.syncTools.rejected();
    expect(entry?.code).toBe("too-large");
    expect(await again.app.syncTools.retryRejected(entry?.n ?? 0)).toMatchObject({ ok: true });
    await again.app.setPaused(false);
    await again.app.syncNow();
    expect((await again.app.syncStatus()).waiting).toBe(0);
    const laptop = await setting.device("laptop");
    expect(await texts(laptop)).toEqual(["a text that will be refused"]);
    await again.close();
  });
});

describe("the support report", () => {
  test("and the log show what happened without any memo text", async () => {
    await using setting = await open();
    const { laptop } = await refusedEdit(setting);
    const log = await laptop.app.syncTools.log();
    const both = { sent: expect.any(Number), received: expect.any(Number) };
    expect(log).toContainEqual(expect.objectContaining({ code: "exchanged", params: both }));
    const report = await laptop.app.syncTools.diagnostics();
    expect(report).toMatchObject({ memos: 1, rejected: { "memo.put": 1 }, state: "synced" });
    expect(JSON.stringify([report, log])).not.toContain("matter");
  });
});

describe("pending changes", () => {
  test("include operations held for a newer server", async () => {
    await using setting = await open();
    const file = join(await folder(setting.dir, "held"), "tidemark.db");
    const profile = await openDatabase({ file, role: "device" });
    await profile.database.write(async ({ outbox }) => {
      const op = { kind: "memo.purge", entity: "m", stamp: "019000000000-0000-a" } as const;
      await outbox.append(op, 1, "blocked");
    });
    await profile.close();
    const host = await openHost({ dir: join(setting.dir, "held") });
    expect((await host.app.syncStatus()).waiting).toBe(1);
    expect(await host.app.syncTools.waiting()).toMatchObject([
      { what: { code: "memo-purged" }, memo: null, waitsFor: "server" },
    ]);
    await host.close();
  });
});

describe("a device's name", () => {
  const namesAt = async ({ app }: Host): Promise<string[]> => {
    const devices = await app.syncTools.devices();
    if (!devices.ok) throw new Error(devices.error.message);
    return devices.value.map(({ name }) => name).toSorted();
  };

  test("is set by its user, and shown on other devices and in revisions", async () => {
    await using setting = await open();
    const desk = await setting.device("desk");
    const laptop = await setting.device("laptop");
    const { usual } = await desk.app.syncTools.deviceName();
    expect(await namesAt(laptop)).toEqual([usual, usual]);
    expect(await desk.app.syncTools.renameDevice("A desk")).toEqual({ name: "A desk", usual });
    await expect.poll(() => namesAt(laptop)).toEqual(["A desk", usual].toSorted());

    const id = await write(desk, "before");
    await desk.app.updateMemo(id, { content: "after" });
    const versions = await desk.app.listRevisions(id);
    expect(versions.ok && versions.value.map(({ device }) => device)).toContain("A desk");
  });

  test("is sent to the server on connecting again", async () => {
    await using setting = await open();
    const desk = await setting.device("desk");
    const laptop = await setting.device("laptop");
    await desk.app.disconnect();
    await desk.app.syncTools.renameDevice("A desk");
    const connected = await desk.app.connect({ url: setting.server.url, ...alice });
    expect(connected.ok).toBe(true);
    expect(await namesAt(laptop)).toContain("A desk");
  });
});

describe("a device revoked from another one", () => {
  async function revoked(action: "keep" | "wipe") {
    const setting = await open();
    const desk = await setting.device("desk");
    await write(desk, "shared");
    await desk.app.syncNow();
    const laptop = await setting.device("laptop");
    await laptop.app.syncTools.setOnRevoked(action);
    const devices = await desk.app.syncTools.devices();
    if (!devices.ok) throw new Error(devices.error.message);
    expect(devices.value).toHaveLength(2);
    const other = devices.value.find((device) => !device.isCurrent);
    expect(await desk.app.syncTools.revokeDevice(other?.id ?? "")).toMatchObject({ ok: true });
    await laptop.app.syncNow();
    return { setting, desk, laptop };
  }

  test("shows the reason, stops syncing and keeps its data by default", async () => {
    const { setting, desk, laptop } = await revoked("keep");
    await using _ = setting;
    await expect
      .poll(() => laptop.app.syncStatus())
      .toMatchObject({
        state: "sign-in",
        error: { code: "revoked" },
      });
    expect(await texts(laptop)).toEqual(["shared"]);
    const left = await desk.app.syncTools.devices();
    expect(left).toMatchObject({ ok: true, value: [{ isCurrent: true }] });
    expect(await laptop.app.signIn(alice.password)).toMatchObject({ ok: true });
    await laptop.app.syncNow();
    expect((await laptop.app.syncStatus()).state).toBe("synced");
  });

  test("wipes its data if its owner chose that", async () => {
    const { setting, laptop } = await revoked("wipe");
    await using _ = setting;
    await expect
      .poll(() => laptop.app.profile())
      .toMatchObject({
        user: "users/local",
        serverUrl: null,
      });
    await expect.poll(() => texts(laptop)).toEqual([]);
    expect(await write(laptop, "a new life")).not.toBe("");
    expect(await texts(laptop)).toEqual(["a new life"]);
  });
});
