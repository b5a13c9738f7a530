import { expect, test, vi } from "vitest";
import { password } from "../../apps/server/tests/http-server.ts";
import { openBrowser, type TestBrowser } from "./browser-replica.ts";
import { texts, write } from "./host-memos.ts";
import { filesWith } from "./raw-bytes.ts";

const unreachable = { ok: false, error: { code: "UNAVAILABLE" } };
const signedOut = { ok: false, error: { code: "UNAUTHENTICATED" } };

/** Opens a browser in which alice has signed in, with one memo that the server has. */
async function signedIn(): Promise<TestBrowser & { readonly id: string }> {
  const browser = await openBrowser();
  const id = await browser.signIn();
  expect(await browser.host.app.connectHere()).toMatchObject({ ok: true });
  await write(browser.host, "first");
  await browser.host.app.syncNow();
  return Object.assign(browser, { id });
}

function stateOf(browser: TestBrowser) {
  return browser.host.app.syncStatus();
}

async function waitFor(browser: TestBrowser, expected: object): Promise<void> {
  await expect.poll(() => stateOf(browser)).toMatchObject(expected);
}

test("A38d · connects with the page's session, syncs both ways, and stores no secret", async () => {
  const browser = await openBrowser();
  const { desk, folder, server } = browser;
  expect(await browser.host.app.connectHere()).toMatchObject(signedOut);
  expect(await stateOf(browser)).toMatchObject({ state: "local", serverUrl: null });
  await browser.signIn();
  const connected = await browser.host.app.connectHere();
  expect(connected).toMatchObject({ ok: true, value: { serverUrl: server.url } });
  await write(browser.host, "from the browser");
  await browser.host.app.syncNow();
  await write(desk, "from the desktop");
  await desk.app.syncNow();
  await browser.host.app.syncNow();
  const both = ["from the browser", "from the desktop"];
  expect([await texts(browser.host), await texts(desk)]).toEqual([both, both]);
  expect((await browser.host.app.profile()).user).toBe("users/alice");
  await browser.reload();
  await waitFor(browser, { state: "synced" });
  expect(filesWith(folder, browser.cookie())).toEqual([]);
});

test("A38d · accepts no password and no code in a browser, where a token would be stored", async () => {
  const browser = await openBrowser();
  const { url } = browser.server;
  const { app } = browser.host;
  const refused = { ok: false, error: { code: "FAILED_PRECONDITION" } };
  expect(await app.connect({ url, username: "alice", password })).toMatchObject(refused);
  expect(await app.connectByCode({ url, code: "0000-0000-0000-0000" })).toMatchObject(refused);
  expect(await browser.desk.app.connectHere()).toMatchObject(refused);
});

test("A38d · refuses another account, names both, and sends and loses nothing", async () => {
  const browser = await signedIn();
  const { host, desk, server } = browser;
  browser.isOffline = true;
  await write(host, "unsent");
  await browser.signIn("bob");
  browser.isOffline = false;
  expect(await browser.host.app.connectHere()).toMatchObject({
    ok: false,
    error: { code: "FAILED_PRECONDITION", message: expect.stringContaining("memos of alice") },
  });
  await browser.host.app.syncNow();
  const other = { code: "other-account", params: { here: "alice", there: "bob" } };
  await waitFor(browser, { state: "sign-in", waiting: 1, error: other });
  await browser.reload();
  await waitFor(browser, { state: "sign-in", waiting: 1, error: other });
  expect(await texts(browser.host)).toEqual(["first", "unsent"]);
  const ofBob = await server.services.database.read(({ memos }) => memos.counts("users/bob"));
  expect(ofBob.normal).toBe(0);
  expect(await browser.sessions("bob")).toHaveLength(1);
  // Alice signs in again: what was unsent arrives.
  await browser.signIn();
  expect(await browser.host.app.connectHere()).toMatchObject({ ok: true });
  await browser.host.app.syncNow();
  await desk.app.syncNow();
  expect(await texts(desk)).toEqual(["first", "unsent"]);
});

test("A38d · stays bound to its account after leaving without wiping", async () => {
  const browser = await signedIn();
  expect(await browser.host.app.disconnect()).toMatchObject({ ok: true });
  await browser.signIn("bob");
  expect(await browser.host.app.connectHere()).toMatchObject({ ok: false });
  expect(await texts(browser.host)).toEqual(["first"]);
  expect(await stateOf(browser)).toMatchObject({ state: "local", serverUrl: null });
});

test("A38e · leaving ends the session at once, and a later sign-in stays", async () => {
  const browser = await signedIn();
  expect(await browser.host.app.disconnect()).toMatchObject({ ok: true });
  expect(await browser.sessions()).not.toContain(browser.id);
  expect(browser.cookie()).toBe("");
  expect(await browser.host.app.undoDisconnect()).toMatchObject({ ok: false });
  const again = await browser.signIn();
  expect(await browser.host.app.connectHere()).toMatchObject({ ok: true });
  // A desktop ends the session that it left now, and at each start.
  await browser.reload();
  await browser.host.app.syncNow();
  await waitFor(browser, { state: "synced" });
  expect(await browser.sessions()).toContain(again);
  expect(browser.sent().filter((path) => path === "/sync/signOut")).toHaveLength(1);
});

test("A38e · leaving twice, or after another sign-in, ends no other session", async () => {
  const browser = await signedIn();
  const bob = await browser.signIn("bob");
  expect(await browser.host.app.disconnect()).toMatchObject({ ok: true });
  expect(await browser.host.app.disconnect()).toMatchObject({ ok: true });
  expect(await browser.sessions("bob")).toEqual([bob]);
  expect(browser.cookie()).not.toBe("");
});

test("A38e · leaving without the server fails and changes nothing", async () => {
  const browser = await signedIn();
  browser.isOffline = true;
  expect(await browser.host.app.disconnect()).toMatchObject(unreachable);
  expect(await browser.host.app.signOut({ wipes: true })).toMatchObject(unreachable);
  expect(await texts(browser.host)).toEqual(["first"]);
  browser.isOffline = false;
  await browser.host.app.syncNow();
  await waitFor(browser, { state: "synced" });
  expect(await browser.sessions()).toContain(browser.id);
});

test("A38f · says that it was signed out remotely, keeps its memos, and goes on after a sign-in", async () => {
  const browser = await signedIn();
  const devices = await browser.desk.app.syncTools.devices();
  const own = devices.ok ? devices.value.find(({ id }) => id === browser.id) : undefined;
  expect(own?.name).toBe("Firefox on Linux");
  expect(await browser.desk.app.syncTools.revokeDevice(browser.id)).toMatchObject({ ok: true });
  await browser.host.app.syncNow();
  const revoked = { state: "sign-in", error: { code: "revoked" } };
  await waitFor(browser, revoked);
  expect(await browser.host.app.connectHere()).toMatchObject(signedOut);
  await write(browser.host, "meanwhile");
  await browser.reload();
  await waitFor(browser, { ...revoked, waiting: 1 });
  await browser.signIn();
  expect(await browser.host.app.connectHere()).toMatchObject({ ok: true, value: { error: null } });
  await browser.host.app.syncNow();
  await browser.desk.app.syncNow();
  expect(await texts(browser.desk)).toEqual(["first", "meanwhile"]);
});

test("A38f · deletes its memos when it was signed out remotely, if it is set to", async () => {
  const browser = await signedIn();
  await browser.host.app.syncTools.setOnRevoked("wipe");
  expect(await browser.desk.app.syncTools.revokeDevice(browser.id)).toMatchObject({ ok: true });
  await browser.host.app.syncNow();
  await waitFor(browser, { state: "local", error: { code: "wiped" } });
  expect(await texts(browser.host)).toEqual([]);
});

test("A38g · continues with the session of a sign-in in another tab", async () => {
  const browser = await signedIn();
  await browser.host.app.syncTools.renameDevice("Kitchen");
  const again = await browser.signIn();
  await write(browser.host, "second");
  await browser.host.app.syncNow();
  await waitFor(browser, { state: "synced", waiting: 0 });
  await vi.waitFor(async () => {
    const devices = await browser.desk.app.syncTools.devices();
    const named = devices.ok ? devices.value.find(({ id }) => id === again) : undefined;
    expect(named?.name).toBe("Kitchen");
  });
});

test("A38h · signing out can delete everything, after which another account may sign in", async () => {
  const browser = await signedIn();
  browser.isOffline = true;
  await write(browser.host, "unsent");
  browser.isOffline = false;
  const out = await browser.host.app.signOut({ wipes: true });
  expect(out).toMatchObject({ ok: true, value: { state: "local", waiting: 0 } });
  expect(await browser.sessions()).not.toContain(browser.id);
  expect(await texts(browser.host)).toEqual([]);
  expect(filesWith(browser.folder, "unsent")).toEqual([]);
  await browser.signIn("bob");
  expect(await browser.host.app.connectHere()).toMatchObject({ ok: true });
  expect((await browser.host.app.profile()).user).toBe("users/bob");
});
