import { expect, test } from "vitest";
import { password, startHttpServer } from "../http-server.ts";
import { shareServer } from "../shared-server.ts";
import { open, post, sessionOf } from "./browser.ts";

const shared = shareServer(async () => {
  const server = await startHttpServer();
  await server.alice();
  return server;
});

async function signIn(): Promise<string> {
  return sessionOf(await post(shared(), "/sign-in", { username: "alice", password }));
}

function helloWith(cookie: string) {
  return shared().ask("GET", "/sync/hello", { headers: { cookie } });
}

test("A38h · signing out by the form ends the session and deletes what the browser stores", async () => {
  const cookie = await signIn();
  expect((await helloWith(cookie)).status).toBe(200);
  const out = await post(shared(), "/sign-out", { wipe: "yes" }, { cookie });
  expect([out.status, out.location]).toEqual([303, "/sign-in"]);
  expect(out.headers.get("set-cookie")).toContain("tidemark_browser=; Max-Age=0");
  expect(out.headers.get("clear-site-data")).toBe('"cache", "storage"');
  expect((await helloWith(cookie)).status).toBe(401);
  // Again, or without a session, it does the same.
  expect((await post(shared(), "/sign-out", {}, { cookie })).status).toBe(303);
});

test("A42f · signing out deletes the marks of a shared computer and of a copy", async () => {
  const cookie = `${await signIn()}; tidemark_shared=yes; tidemark_copy=yes`;
  const out = await post(shared(), "/sign-out", { wipe: "yes" }, { cookie });
  const names = out.headers.getSetCookie().map((set) => /^(\w+)=; Max-Age=0/.exec(set)?.[1]);
  expect(names).toEqual(["tidemark_browser", "tidemark_shared", "tidemark_copy"]);
});

test("A38h · signing out deletes nothing unless it is asked to", async () => {
  const out = await post(shared(), "/sign-out", "", { cookie: await signIn() });
  expect([out.status, out.headers.get("clear-site-data")]).toEqual([303, null]);
});

test("A38b · another site's form or link signs nobody out, and deletes nothing", async () => {
  const cookie = await signIn();
  const origin = "https://evil.example";
  const foreign = await post(shared(), "/sign-out", { wipe: "yes" }, { cookie, origin });
  const linked = await open(shared(), "/sign-out?wipe=yes", { headers: { cookie } });
  for (const answer of [foreign, linked]) {
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.headers.get("clear-site-data")).toBeNull();
  }
  expect((await helloWith(cookie)).status).toBe(200);
});

test("A38d · the form is shown again to an app that has another account's memos", async () => {
  const cookie = await signIn();
  const shown = async (path: string) =>
    (await open(shared(), path, { headers: { cookie } })).status;
  expect([await shown("/sign-in"), await shown("/sign-in?again=yes")]).toEqual([303, 200]);
});
