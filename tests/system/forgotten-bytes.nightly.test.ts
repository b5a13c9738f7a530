import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDatabase } from "@tidemark/db/node";
import { describe, expect, test } from "vitest";
import { openHost, type Host } from "../../apps/desktop/src/host/open-host.ts";
import { type ApiClient, apiClient } from "./api-client.ts";
import { alice, serveHere } from "./in-process-server.ts";
import { findMarker, markerWord } from "./raw-bytes.ts";

const bob = { username: "bob", password: "battery staple" };

interface Setting extends AsyncDisposable {
  readonly url: string;
  readonly owner: ApiClient;
  readonly other: ApiClient;
  /** Data folder of the device. */
  readonly folder: string;
  device(): Host;
  /** Reopens the device as after a crash, before any idle work has run. */
  reopen(): Promise<Host>;
}

/**
 * Starts a server with two accounts and a space, and a device of alice that follows everything she may
 * read.
 */
async function open(): Promise<Setting> {
  const dir = mkdtempSync(join(tmpdir(), "tidemark-forgotten-"));
  const folder = join(dir, "device");
  mkdirSync(folder);
  const server = await serveHere(join(dir, "server"));
  const signIn = async (account: typeof bob): Promise<ApiClient> => {
    const { body } = await apiClient(server.url, null).send("POST", "/auth/signin", account);
    return apiClient(server.url, body.accessToken);
  };
  const owner = await signIn(alice);
  await expectOk(owner.send("POST", "/users", { ...bob, role: "USER" }));
  await expectOk(owner.send("POST", "/spaces", { title: "Team", spaceId: "team" }));
  await expectOk(owner.send("POST", "/spaces/team/members", { user: "users/bob", role: "ADMIN" }));
  let host = await openHost({ dir: folder });
  const connected = await host.app.connect({ url: server.url, ...alice });
  expect(connected.ok).toBe(true);
  await host.app.syncTools.setFollowPublic(true);
  return {
    url: server.url,
    owner,
    other: await signIn(bob),
    folder,
    device: () => host,
    async reopen() {
      await host.close();
      host = await openHost({ dir: folder });
      return host;
    },
    async [Symbol.asyncDispose]() {
      await host.close();
      await server[Symbol.asyncDispose]();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

async function expectOk(answer: ReturnType<ApiClient["send"]>): Promise<string> {
  const { status, body } = await answer;
  expect({ status, body: status === 200 ? null : body }).toEqual({ status: 200, body: null });
  return body.name;
}

async function synced(host: Host): Promise<void> {
  await host.app.syncNow();
  expect((await host.app.syncStatus()).state).toBe("synced");
}

/** Creates ordinary memos, to surround the removed ones. */
async function fill(client: ApiClient): Promise<void> {
  for (let n = 0; n < 30; n += 1) {
    await expectOk(client.send("POST", "/memos", { content: `ordinary ${n} #tag${n % 4}` }));
  }
}

/** Returns a text with a marker as title, tag and word, long enough for a document of some pages. */
function marked(marker: string, edit: number): string {
  return `# ${marker}\n\n#${marker}/below ${marker} ${"filling ".repeat(edit * 40)}${marker}`;
}

const location = (marker: string) => ({ placeholder: marker, latitude: 1, longitude: 2 });

/** Creates another user's memo, which the device receives, with many edits, a file and comments. */
async function writeForeign(setting: Setting, memo: object, marker: string): Promise<string> {
  const { other, owner } = setting;
  const content = marked(marker, 1);
  const body = { ...memo, content, location: location(marker) };
  const name = await expectOk(other.send("POST", "/memos", body));
  for (let edit = 2; edit < 7; edit += 1) {
    await expectOk(other.send("PATCH", `/${name}`, { content: marked(marker, edit) }));
    await synced(setting.device());
  }
  const file = { filename: `${marker}.txt`, type: "text/plain", memo: name };
  const content64 = Buffer.from(`a file about ${marker}`).toString("base64");
  await expectOk(other.send("POST", "/attachments", { ...file, content: content64 }));
  const comment = { content: `${marker} is what it says` };
  await expectOk(owner.send("POST", `/${name}/comments`, comment));
  await expectOk(other.send("POST", `/${name}/comments`, comment));
  await synced(setting.device());
  return name;
}

/**
 * Creates a memo of the device's user, edited on the device and through the API, with a location, a
 * comment and a draft.
 */
async function writeOwn(setting: Setting, marker: string): Promise<string> {
  const { app } = setting.device();
  const made = await app.createMemo({ content: marked(marker, 1) });
  if (!made.ok) throw new Error(made.error.message);
  const { id } = made.value;
  await synced(setting.device());
  for (let edit = 2; edit < 6; edit += 1) {
    await app.setPaused(true);
    expect((await app.updateMemo(id, { content: `${marked(marker, edit)} here` })).ok).toBe(true);
    const content = `before ${marked(marker, edit)}`;
    await expectOk(setting.owner.send("PATCH", `/memos/${id}`, { content }));
    await app.setPaused(false);
    await synced(setting.device());
  }
  await expectOk(setting.owner.send("PATCH", `/memos/${id}`, { location: location(marker) }));
  const commented = await app.createMemo({ content: `about ${marker}`, parent: id });
  expect(commented.ok).toBe(true);
  await app.setDraft(id, `a draft about ${marker}`);
  await synced(setting.device());
  expect((await app.listRevisions(id)).ok).toBe(true);
  return id;
}

describe("I3 · a device has no byte of data that it may no longer have", () => {
  test("of memos made private, in a space it left, or hidden with their parent", async () => {
    await using setting = await open();
    const [hidden, left] = [markerWord(0), markerWord(1)];
    await fill(setting.owner);
    const shown = { visibility: "PUBLIC" };
    const first = await writeForeign(setting, shown, hidden);
    await writeForeign(setting, { visibility: "SPACE", space: "spaces/team" }, left);
    const reaction = { reaction: { reactionType: "👍" } };
    await expectOk(setting.owner.send("POST", `/${first}/reactions`, reaction));
    await synced(setting.device());
    for (const marker of [hidden, left]) {
      expect(findMarker(setting.folder, marker)).not.toEqual([]);
    }

    await expectOk(setting.other.send("PATCH", `/${first}`, { visibility: "PRIVATE" }));
    await expectOk(setting.owner.send("DELETE", "/spaces/team/members/alice"));
    await synced(setting.device());
    expect(await setting.device().eraseDeleted()).toBe(true);
    for (const marker of [hidden, left]) expect(findMarker(setting.folder, marker)).toEqual([]);
  });

  test("of its own memos, purged on the server or on the device", async () => {
    await using setting = await open();
    await fill(setting.owner);
    const [there, here] = [markerWord(2), markerWord(3)];
    const removedThere = await writeOwn(setting, there);
    const removedHere = await writeOwn(setting, here);
    for (const marker of [there, here]) {
      expect(findMarker(setting.folder, marker)).not.toEqual([]);
    }
    await expectOk(setting.owner.send("DELETE", `/memos/${removedThere}?force=true`));
    const { app } = setting.device();
    await app.trashMemos([removedHere]);
    await app.purgeMemos([removedHere]);
    await synced(setting.device());
    expect(await setting.device().eraseDeleted()).toBe(true);
    for (const marker of [there, here]) expect(findMarker(setting.folder, marker)).toEqual([]);
  });

  test("after an idle moment, without being restarted", async () => {
    await using setting = await open();
    const marker = markerWord(9);
    await fill(setting.owner);
    const name = await writeForeign(setting, { visibility: "PUBLIC" }, marker);
    await expectOk(setting.other.send("PATCH", `/${name}`, { visibility: "PRIVATE" }));
    await synced(setting.device());
    await expect
      .poll(() => findMarker(setting.folder, marker), { timeout: 60_000, interval: 500 })
      .toEqual([]);
    const { app } = setting.device();
    expect((await app.createMemo({ content: "written after it" })).ok).toBe(true);
    await synced(setting.device());
  });

  test("after a stop between evicting and erasing", async () => {
    await using setting = await open();
    const marker = markerWord(4);
    await fill(setting.owner);
    const name = await writeForeign(setting, { visibility: "PUBLIC" }, marker);
    await expectOk(setting.other.send("PATCH", `/${name}`, { visibility: "PRIVATE" }));
    await synced(setting.device());
    expect(findMarker(setting.folder, marker)).not.toEqual([]);
    const again = await setting.reopen();
    expect(await again.eraseDeleted()).toBe(true);
    expect(findMarker(setting.folder, marker)).toEqual([]);
  });

  test("R16b · except the text of a rejected change, until it is discarded", async () => {
    await using setting = await open();
    const marker = markerWord(5);
    const id = await writeOwn(setting, markerWord(6));
    const { app } = setting.device();
    await app.setPaused(true);
    await app.updateMemo(id, { content: `late words ${marker}` });
    await expectOk(setting.owner.send("DELETE", `/memos/${id}?force=true`));
    await app.setPaused(false);
    await synced(setting.device());
    expect(await setting.device().eraseDeleted()).toBe(true);
    const [refused] = await app.syncTools.rejected();
    expect(refused?.text).toBe(`late words ${marker}`);
    await app.syncTools.discardRejected(refused?.n ?? 0);
    expect(await setting.device().eraseDeleted()).toBe(true);
    expect(findMarker(setting.folder, marker)).toEqual([]);
  });

  test("of another user's memo that was hidden while a reaction was pending", async () => {
    await using setting = await open();
    const marker = markerWord(7);
    const name = await writeForeign(setting, { visibility: "PUBLIC" }, marker);
    const { app } = setting.device();
    await app.setPaused(true);
    await setting.device().close();
    const profile = await openDatabase({
      file: join(setting.folder, "tidemark.db"),
      role: "device",
    });
    // As the app does when its user reacts.
    await profile.database.write(async ({ outbox }) => {
      const reaction = { id: "r", creator: "users/alice", reactionType: "👍", createdMs: 1 };
      const op = { kind: "memo.element", set: "reaction", key: "users/alice 👍" } as const;
      const stamp = "019000000000-0000-a";
      await outbox.append({ ...op, entity: name.slice(6), stamp, value: reaction }, 1);
    });
    await profile.close();
    await expectOk(setting.other.send("PATCH", `/${name}`, { visibility: "PRIVATE" }));
    const again = await setting.reopen();
    await again.app.setPaused(false);
    await synced(again);
    expect(await again.app.syncTools.rejected()).toMatchObject([{ code: "missing", text: null }]);
    expect(await again.eraseDeleted()).toBe(true);
    expect(findMarker(setting.folder, marker)).toEqual([]);
  });
});

describe("R16c · copies from before an update", () => {
  test("are deleted a week after they were made, and the app shows when", async () => {
    const folder = mkdtempSync(join(tmpdir(), "tidemark-copies-"));
    const [older, newer] = [3, 4].map((version) => join(folder, `tidemark.db.before-v${version}`));
    const dayMs = 86_400_000;
    const madeMs = Date.now() - 2 * dayMs;
    for (const [file, atMs] of [
      [older, Date.now() - 8 * dayMs],
      [newer, madeMs],
    ] as const) {
      writeFileSync(file ?? "", markerWord(8));
      utimesSync(file ?? "", atMs / 1000, atMs / 1000);
    }
    const host = await openHost({ dir: folder });
    const found = new Set(findMarker(folder, markerWord(8)).map((line) => line.split(": ")[0]));
    expect([...found]).toEqual([newer]);
    const untilMs = await host.app.syncTools.copiesUntilMs();
    expect(Math.abs((untilMs ?? 0) - (madeMs + 7 * dayMs))).toBeLessThan(1_000);
    await host.close();
    rmSync(folder, { recursive: true, force: true });
  });
});
