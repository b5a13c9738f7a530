import { existsSync } from "node:fs";
import { join } from "node:path";
import { checkDerived } from "@tidemark/db/node";
import { describe, expect, test, vi } from "vitest";
import { apiClient } from "../system/api-client.ts";
import { filesIn } from "./kept-folder.ts";
import {
  countWords,
  hashOf,
  type LaidOut,
  layOutRelease,
  nowhere,
  onceEach,
  readBoth,
  untilAtRest,
} from "./lay-out-release.ts";
import { releases } from "./manifest.ts";
import { hashOnDevice, readDevice, readUnsent } from "./read-device.ts";

const dayMs = 86_400_000;

function deferred({ rows }: LaidOut): string[] {
  return rows<{ kind: string; entity: string }>(
    "device",
    "SELECT kind, entity FROM deferred ORDER BY kind, entity",
  ).map(({ kind, entity }) => `${kind} ${entity}`);
}

function unknownFields({ rows }: LaidOut, of: "server" | "device"): Record<string, unknown> {
  const kept = rows<{ id: string; extra: string }>(
    of,
    "SELECT id, extra FROM memo WHERE extra <> '{}' ORDER BY id",
  );
  return Object.fromEntries(kept.map(({ id, extra }) => [id, JSON.parse(extra)]));
}

async function derivedDifferences(file: string): Promise<readonly unknown[]> {
  const found: unknown[] = [];
  const tally = await checkDerived({ file, mend: false, report: (each) => found.push(each) });
  expect(tally).toMatchObject({ ok: true });
  return found;
}

describe.each(releases())("the folders of $manifest.version", (release) => {
  const { manifest } = release;

  test("the device opens with all its data, including unsent changes", async () => {
    await using laid = layOutRelease(release);
    const desk = await laid.openDesk(nowhere);
    expect(await readDevice(desk)).toMatchObject(manifest.device);
    expect(await readUnsent(desk)).toEqual(manifest.unsent);
    expect(countWords(manifest.unsentWords, manifest.device.memos)).toEqual(
      onceEach(manifest.unsentWords),
    );
    expect(deferred(laid)).toEqual(manifest.deferredKinds);
    expect(unknownFields(laid, "device")).toEqual(manifest.unknownFields);
    const { attachment, sha256 } = manifest.halfSent;
    expect(await hashOnDevice(desk, attachment)).toBe(sha256);
    expect(await derivedDifferences(join(laid.dir, "device", "tidemark.db"))).toEqual([]);
  });

  test("the server opens with all data of every account, and a partial upload", async () => {
    await using laid = layOutRelease(release);
    const { url } = await laid.serve();
    expect(await readBoth(url, manifest)).toMatchObject(manifest.server);
    expect(countWords(manifest.unansweredWords, manifest.server.alice.memos)).toEqual(
      onceEach(manifest.unansweredWords),
    );
    expect(await apiClient(url, manifest.accessToken).get("/auth/me")).toMatchObject({
      status: 200,
      body: { user: { username: "alice" } },
    });
    expect(unknownFields(laid, "server")).toEqual(manifest.unknownFields);
    expect(filesIn(join(laid.dir, "server", "uploads"))).not.toEqual([]);
    expect(await derivedDifferences(join(laid.dir, "server", "tidemark.db"))).toEqual([]);
  });

  async function expectSettled(laid: LaidOut, url: string): Promise<void> {
    const words = [...manifest.unsentWords, ...manifest.unansweredWords];
    const server = await readBoth(url, manifest);
    expect(countWords(words, server.alice.memos)).toEqual(onceEach(words));
    expect(server).toMatchObject(manifest.settled.server);
    const { halfSent, halfFetched } = manifest;
    expect(hashOf(server.alice, halfSent.attachment)).toBe(halfSent.sha256);
    expect(unknownFields(laid, "server")).toEqual(manifest.unknownFields);
    expect(filesIn(join(laid.dir, "server", "uploads"))).toEqual([]);

    const fresh = await laid.openFresh();
    expect(await fresh.app.connect({ url, ...manifest.accounts.alice })).toMatchObject({
      ok: true,
    });
    await untilAtRest(fresh);
    expect(await readDevice(fresh)).toMatchObject(manifest.settled.device);
    await vi.waitFor(
      async () => {
        await fresh.app.syncNow();
        for (const { attachment, sha256 } of [halfSent, halfFetched]) {
          expect(await hashOnDevice(fresh, attachment)).toBe(sha256);
        }
      },
      { timeout: 60_000, interval: 20 },
    );
  }

  test("the two sync without loss: pending changes are applied once, on every device", async () => {
    await using laid = layOutRelease(release);
    const { url } = await laid.serve();
    const desk = await laid.openDesk(url);
    await untilAtRest(desk);
    expect(await readDevice(desk)).toMatchObject(manifest.settled.device);
    expect(await readUnsent(desk)).toEqual(manifest.settled.unsent);
    // Rows for a newer version stay deferred; rows of a renewed memo don't.
    expect(deferred(laid)).toEqual(
      manifest.deferredKinds.filter((each) => !each.startsWith("memo.renewed ")),
    );
    expect(unknownFields(laid, "device")).toEqual(manifest.unknownFields);
    await vi.waitFor(
      async () => {
        await desk.app.syncNow();
        const { attachment, sha256 } = manifest.halfFetched;
        expect(await hashOnDevice(desk, attachment)).toBe(sha256);
      },
      { timeout: 60_000, interval: 20 },
    );
    expect(filesIn(join(laid.dir, "device", "blobs", "staged"))).toEqual([]);
    await expectSettled(laid, url);
  });

  test("a device that signs in at the server's new address loses nothing", async () => {
    await using laid = layOutRelease(release);
    const { url } = await laid.serve();
    const desk = await laid.openDesk(nowhere);
    const connected = await desk.app.connect({ url, ...manifest.accounts.alice });
    expect(connected).toMatchObject({ ok: true });
    await untilAtRest(desk);
    expect(await readUnsent(desk)).toEqual(manifest.settled.unsent);
    await expectSettled(laid, url);
  });

  test("a hundred days later the device signs in again, and its changes are applied once", async () => {
    await using laid = layOutRelease(release, 100 * dayMs);
    const { url } = await laid.serve();
    const desk = await laid.openDesk(url);
    await desk.app.syncNow();
    expect(await desk.app.syncStatus()).toMatchObject({ state: "sign-in" });
    expect(await desk.app.signIn(manifest.accounts.alice.password)).toMatchObject({ ok: true });
    await untilAtRest(desk);
    expect(await readUnsent(desk)).toEqual(manifest.settled.unsent);
    const { alice } = await readBoth(url, manifest);
    const words = [...manifest.unsentWords, ...manifest.unansweredWords];
    expect(countWords(words, alice.memos)).toEqual(onceEach(words));
    const { attachment, sha256 } = manifest.halfSent;
    expect(hashOf(alice, attachment)).toBe(sha256);
  });

  test("the copy from before a migration stays beside the database", async () => {
    await using laid = layOutRelease(release);
    const [before] = laid.rows<{ user_version: number }>("device", "PRAGMA user_version");
    await laid.openDesk(nowhere);
    const [after] = laid.rows<{ user_version: number }>("device", "PRAGMA user_version");
    const copy = `tidemark.db.before-v${(before?.user_version ?? 0) + 1}`;
    const isMigrated = after?.user_version !== before?.user_version;
    expect(existsSync(join(laid.dir, "device", copy))).toBe(isMigrated);
  });
});
