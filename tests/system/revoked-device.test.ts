import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDatabase } from "@tidemark/db/node";
import { describe, expect, test } from "vitest";
import { openHost, type Host } from "../../apps/desktop/src/host/open-host.ts";
import { apiClient, signIn } from "./api-client.ts";
import { alice, serveHere } from "./in-process-server.ts";
import { filesWith, findMarker, markerWord } from "./raw-bytes.ts";
import { serverTokenKey } from "../../packages/replica/src/sync/session-keys.ts";
import { wipeDueKey } from "../../packages/replica/src/profile/wipe-profile.ts";

const markers = { memo: 0, draft: 1, waiting: 2, refused: 3, file: 4, copy: 5, window: 6 } as const;
const word = (name: keyof typeof markers): string => markerWord(markers[name]);

interface Setting extends AsyncDisposable {
  /** Address of the server. */
  readonly url: string;
  readonly desk: Host;
  laptop: Host;
  /** Data folder of the laptop. */
  readonly folder: string;
  readonly token: string;
}

async function patchPassword(url: string, to: string, from: string): Promise<void> {
  const api = apiClient(url, await signIn(url, { username: alice.username, password: from }));
  const body = { password: to, currentPassword: from };
  expect((await api.send("PATCH", "/users/alice", body)).status).toBe(200);
}

/** Opens a desk, and a laptop with every kind of data that a profile can have. */
async function open(): Promise<Setting> {
  const dir = mkdtempSync(join(tmpdir(), "tidemark-revoked-"));
  const server = await serveHere(join(dir, "server"));
  const device = async (name: string): Promise<Host> => {
    mkdirSync(join(dir, name), { recursive: true });
    const host = await openHost({ dir: join(dir, name) });
    expect((await host.app.connect({ url: server.url, ...alice })).ok).toBe(true);
    await host.app.syncNow();
    return host;
  };
  const folder = join(dir, "laptop");
  mkdirSync(join(folder, "blobs/kept/ab"), { recursive: true });
  mkdirSync(join(folder, "window"));
  writeFileSync(join(folder, "blobs/kept/ab/abcdef"), word("file"));
  writeFileSync(join(folder, "tidemark.db.before-v9"), word("copy"));
  writeFileSync(join(folder, "window/Preferences"), word("window"));
  const desk = await device("desk");
  const laptop = await device("laptop");
  const made = await laptop.app.createMemo({ content: `#${word("memo")} first` });
  if (!made.ok) throw new Error(made.error.message);
  await laptop.app.syncNow();
  await laptop.app.updateMemo(made.value.id, { content: `#${word("memo")} second` });
  await laptop.app.syncNow();
  await laptop.app.setDraft("composer", word("draft"));
  await laptop.close();
  const profile = await openDatabase({ file: join(folder, "tidemark.db"), role: "device" });
  const token = await profile.database.write(async ({ meta, outbox }) => {
    const op = {
      kind: "memo.purge",
      entity: word("refused"),
      stamp: "019000000000-0000-a",
    } as const;
    const n = await outbox.append(op, 1);
    await outbox.reject(n, JSON.stringify({ code: "gone", content: word("refused") }));
    return meta.get(serverTokenKey);
  });
  await profile.close();
  const setting = {
    url: server.url,
    desk,
    laptop: await openHost({ dir: folder }),
    folder,
    token: token ?? "",
    async [Symbol.asyncDispose]() {
      for (const host of [desk, setting.laptop]) await host.close();
      await server[Symbol.asyncDispose]();
      rmSync(dir, { recursive: true, force: true });
    },
  };
  return setting;
}

async function revokeLaptop({ desk }: Setting): Promise<void> {
  const devices = await desk.app.syncTools.devices();
  if (!devices.ok) throw new Error(devices.error.message);
  const other = devices.value.find((device) => !device.isCurrent);
  expect((await desk.app.syncTools.revokeDevice(other?.id ?? "")).ok).toBe(true);
}

const wiped = ["memo", "draft", "waiting", "refused", "file", "copy"] as const;

describe("a device that was revoked", () => {
  test("R16 · set to wipe itself has no byte of the account in any file", async () => {
    await using setting = await open();
    const { laptop, folder, token } = setting;
    await laptop.app.syncTools.setOnRevoked("wipe");
    await laptop.app.setPaused(true);
    await laptop.app.createMemo({ content: word("waiting") });
    for (const each of wiped) expect(findMarker(folder, word(each))).not.toEqual([]);
    expect(filesWith(folder, token)).not.toEqual([]);

    await revokeLaptop(setting);
    await laptop.app.setPaused(false);
    await laptop.app.syncNow();
    // Its last action is to write this log entry.
    await expect
      .poll(() => laptop.app.syncTools.log())
      .toEqual([expect.objectContaining({ code: "wiped" })]);
    expect((await laptop.app.profile()).user).toBe("users/local");
    const said = { state: "local", error: { code: "wiped" } };
    expect(await laptop.app.syncStatus()).toMatchObject(said);
    for (const each of wiped) expect(findMarker(folder, word(each))).toEqual([]);
    for (const text of [token, "users/alice"]) expect(filesWith(folder, text)).toEqual([]);
    expect(findMarker(folder, word("window"))).not.toEqual([]);
    expect((await laptop.app.createMemo({ content: "a new life" })).ok).toBe(true);
  });

  test("R16 · finishes an interrupted wipe at the next start", async () => {
    await using setting = await open();
    await setting.laptop.close();
    const profile = await openDatabase({
      file: join(setting.folder, "tidemark.db"),
      role: "device",
    });
    await profile.database.write(({ meta }) => meta.set(wipeDueKey, true));
    await profile.close();
    setting.laptop = await openHost({ dir: setting.folder });
    expect(await setting.laptop.app.profile()).toMatchObject({ user: "users/local" });
    for (const each of wiped) expect(findMarker(setting.folder, word(each))).toEqual([]);
    expect(readdirSync(setting.folder)).toContain("tidemark.db");
  });

  test("keeps its data by default, stops syncing and shows the reason", async () => {
    await using setting = await open();
    await revokeLaptop(setting);
    await setting.laptop.app.syncNow();
    const said = { state: "sign-in", error: { code: "revoked" } };
    await expect.poll(() => setting.laptop.app.syncStatus()).toMatchObject(said);
    await setting.laptop.close();
    setting.laptop = await openHost({ dir: setting.folder });
    expect(await setting.laptop.app.syncStatus()).toMatchObject(said);
    const input = { view: "timeline", search: "", tag: null, pinned: null, pageSize: 9 } as const;
    const page = await setting.laptop.app.listMemos(input);
    expect(page).toMatchObject({
      ok: true,
      value: { memos: [{ content: `#${word("memo")} second` }] },
    });
    expect((await setting.laptop.app.signIn(alice.password)).ok).toBe(true);
    await setting.laptop.app.syncNow();
    expect(await setting.laptop.app.syncStatus()).toMatchObject({ state: "synced", error: null });
  });
});

test("a session that ended without being revoked doesn't wipe the device", async () => {
  await using setting = await open();
  const { laptop, folder, url } = setting;
  await laptop.app.syncTools.setOnRevoked("wipe");
  await patchPassword(url, "another horse", alice.password);
  await laptop.app.syncNow();
  await expect.poll(() => laptop.app.syncStatus()).toMatchObject({ state: "sign-in" });
  for (const each of wiped) {
    if (each !== "waiting") expect(findMarker(folder, word(each))).not.toEqual([]);
  }
  const made = await laptop.app.createMemo({ content: word("waiting") });
  expect(made.ok).toBe(true);
  expect((await laptop.app.signIn("another horse")).ok).toBe(true);
  await laptop.app.syncNow();
  await expect
    .poll(() => laptop.app.syncStatus())
    .toMatchObject({ state: "synced", error: null, waiting: 0 });
  expect(await laptop.app.profile()).toMatchObject({ user: "users/alice" });
});
