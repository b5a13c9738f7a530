import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { move } from "../../apps/server/src/cluster/move/move.ts";
import type { RunningServer } from "../../apps/server/src/start-server.ts";
import { tempPostgres } from "../../scripts/postgres/temp-postgres.ts";
import { layOutRelease, readBoth, untilAtRest } from "../folders/lay-out-release.ts";
import { releases } from "../folders/manifest.ts";
import { hashOnDevice, readDevice, readUnsent } from "../folders/read-device.ts";
import { apiClient } from "../system/api-client.ts";
import { serveHere } from "../system/in-process-server.ts";
import { runServerVerb } from "./move-program.ts";

const silent = { rows: () => undefined, files: () => undefined };

describe.each(releases())("the server's folder of $manifest.version, moved", (release) => {
  const { manifest } = release;

  async function moved() {
    await using stack = new AsyncDisposableStack();
    const laid = stack.use(layOutRelease(release));
    const { url } = stack.use(await tempPostgres());
    const from = join(laid.dir, "server");
    const done = await move(
      { from, fromFiles: from, database: url, files: null, s3: null, json: true },
      silent,
    );
    expect(done).toMatchObject({ ok: true });
    const server: RunningServer = stack.use(await serveHere(from, 0, ["--database", url]));
    const held = stack.move();
    return { laid, url, server, [Symbol.asyncDispose]: () => held.disposeAsync() };
  }

  test("has all data of every account, and accepts the same tokens", async () => {
    await using at = await moved();
    expect(await readBoth(at.server.url, manifest)).toMatchObject(manifest.server);
    expect(await apiClient(at.server.url, manifest.accessToken).get("/auth/me")).toMatchObject({
      status: 200,
      body: { user: { username: "alice" } },
    });
  });

  test("has all derived data, as the stores would have written it", async () => {
    await using at = await moved();
    const looked = await runServerVerb(["check", "--database", at.url]).ended;
    expect(looked).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/ 0 failed\n$/) as unknown,
    });
  });

  test("syncs with its device without losing or duplicating pending changes", async () => {
    await using at = await moved();
    const desk = await at.laid.openDesk(at.server.url);
    await untilAtRest(desk);
    expect(await readDevice(desk)).toMatchObject(manifest.settled.device);
    expect(await readUnsent(desk)).toEqual(manifest.settled.unsent);
    expect(await readBoth(at.server.url, manifest)).toMatchObject(manifest.settled.server);
    await vi.waitFor(
      async () => {
        await desk.app.syncNow();
        const { attachment, sha256 } = manifest.halfFetched;
        expect(await hashOnDevice(desk, attachment)).toBe(sha256);
      },
      { timeout: 60_000, interval: 20 },
    );
  });
});
