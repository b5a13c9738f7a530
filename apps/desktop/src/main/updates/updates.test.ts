import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { feedSource } from "./feed-source.ts";
import { isNewer } from "./is-newer.ts";
import { createUpdates, type UpdateSource } from "./updates.ts";

test.each([
  ["0.3.0", "0.2.9", true],
  ["0.10.0", "0.9.0", true],
  ["1.0.0", "1.0.0-beta.2", true],
  ["1.0.0-beta.10", "1.0.0-beta.2", true],
  ["1.0.0-beta", "1.0.0-alpha.9", true],
  ["0.2.0", "0.2.0", false],
  ["0.1.9", "0.2.0", false],
  ["1.0.0-beta", "1.0.0", false],
  ["1.0.0+build2", "1.0.0", false],
  ["latest", "0.2.0", false],
  ["", "0.2.0", false],
])("%s is newer than %s: %s", (version, than, expected) => {
  expect(isNewer(version, than)).toBe(expected);
});

/** Returns a feed that offers a version, and records calls and states. */
function feed(offered: string | null) {
  const done: string[] = [];
  const states: string[] = [];
  const logged: string[] = [];
  const source: UpdateSource = {
    find: async () => offered,
    fetch: async () => void done.push("fetch"),
    install: () => void done.push("install"),
  };
  const updates = createUpdates({
    source,
    version: "0.2.0",
    onState: () => states.push(updates.state.type),
    log: (line) => logged.push(line),
    nowMs: () => 7,
  });
  return { updates, source, done, states, logged };
}

test("downloads a newer version, and installs it on request", async () => {
  const { updates, done, states } = feed("0.3.0");
  updates.install();
  await updates.look();
  expect(states).toEqual(["looking", "fetching", "ready"]);
  expect(updates.state).toEqual({ type: "ready", version: "0.3.0" });
  await updates.look();
  expect(done).toEqual(["fetch"]);
  updates.install();
  expect(done).toEqual(["fetch", "install"]);
});

test.each(["0.1.0", "0.2.0", null])("%s isn't downloaded: no downgrades", async (offered) => {
  const { updates, done } = feed(offered);
  await updates.look();
  expect(updates.state).toEqual({ type: "newest", atMs: 7 });
  expect(done).toEqual([]);
});

test("a failure is reported and retried", async () => {
  const { updates, source, logged } = feed("0.3.0");
  const fetchIt = source.fetch;
  Object.assign(source, { fetch: () => Promise.reject(new Error("its hash is another")) });
  await updates.look();
  expect(updates.state).toEqual({ type: "failed", atMs: 7 });
  expect(logged).toEqual(["updates: its hash is another"]);
  Object.assign(source, { fetch: fetchIt });
  await updates.look();
  expect(updates.state.type).toBe("ready");
});

test("concurrent checks are combined", async () => {
  const { updates, done } = feed("0.3.0");
  await Promise.all([updates.look(), updates.look()]);
  expect(done).toEqual(["fetch"]);
});

test("there are no update checks without a feed or with an insecure one", () => {
  const resources = mkdtempSync(join(tmpdir(), "tidemark-feed-"));
  onTestFinished(() => rmSync(resources, { recursive: true, force: true }));
  const source = (env: Record<string, string>, isPackaged = true) =>
    feedSource({ isPackaged, env, resourcesDir: resources, log: () => undefined });
  const named = { TIDEMARK_UPDATE_FEED: "https://updates.example.org/tidemark" };
  expect(source({})).toBeNull();
  expect(source({ TIDEMARK_UPDATE_FEED: "http://updates.example.org" })).toBeNull();
  expect(source(named, false)).toBeNull();
  expect(source(named)).not.toBeNull();
  writeFileSync(join(resources, "app-update.yml"), "");
  expect(source({})).not.toBeNull();
  const { state } = createUpdates({
    source: null,
    version: "0.2.0",
    onState: () => undefined,
    log: () => undefined,
    nowMs: () => 0,
  });
  expect(state).toEqual({ type: "off" });
});
