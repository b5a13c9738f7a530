import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openFiles } from "../../src/files/store/open-files.ts";
import { createThumbnails } from "../../src/files/raster/thumbnails.ts";
import { sweepDaily } from "../../src/ops/sweep-daily.ts";
import { acquireLease } from "../../src/ops/acquire-lease.ts";
import type { Services } from "../../src/services/services.ts";
import { runDeliveries } from "../../src/webhook/run-deliveries.ts";
import { ask as askDatabase } from "../../../../scripts/postgres/ask.ts";
import { parseJson } from "@tidemark/core";
import { pino } from "pino";
import { z } from "zod";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import type { HttpServer } from "../http-server.ts";
import { startReceiver } from "../receiver.ts";
import { api, startTwo } from "./two-processes.ts";

const postedSchema = z.object({ event: z.string(), memo: z.object({ name: z.string() }) });

afterEach(() => void vi.useRealTimers());

const logger = pino({ level: "silent" });

/** Returns the services of a process with `holder` as its name. */
const named = ({ services }: HttpServer, holder: string): Services => ({ ...services, holder });

/** Returns the pending deliveries. */
const pendingAt = ({ databaseUrl }: HttpServer): Promise<object[]> =>
  askDatabase(databaseUrl ?? "", "SELECT id FROM webhook_delivery WHERE state = 'PENDING'");

test("webhooks are delivered once, regardless of which process created or sends the event", async () => {
  // Each delivery reads this setting once.
  const allowPrivateTargets = vi.fn(() => true);
  const { a, b, alice } = await startTwo({
    allowPrivateTargets,
    secretKey: new Uint8Array(32).fill(7),
  });
  await using receiver = await startReceiver();
  await using runs = new AsyncDisposableStack();
  runs.use(runDeliveries(named(a, "a"), logger));
  runs.use(runDeliveries(named(b, "b"), logger));
  const hooks = "/users/alice/webhooks";
  for (let n = 0; n < 3; n += 1) {
    const made = await api(a, alice)("POST", hooks, { url: `${receiver.url}/hook${n}` });
    expect(made.status).toBe(200);
  }
  allowPrivateTargets.mockClear();
  // The delay is longer than fetching more deliveries takes.
  receiver.answer = (_, response) => void setTimeout(() => response.end(), 20);
  const memos = await Promise.all(
    Array.from({ length: 10 }, (_, n) =>
      api(n % 2 === 0 ? a : b, alice)("POST", "/memos", { content: `memo ${n}` }),
    ),
  );
  await Promise.all(
    memos.map(({ body }, n) =>
      api(n % 2 === 0 ? b : a, alice)("PATCH", `/${String(body["name"])}`, { pinned: true }),
    ),
  );
  await vi.waitFor(async () => expect(await pendingAt(a)).toEqual([]));
  expect(receiver.received.length).toBeGreaterThanOrEqual(60);
  // Stops both before counting: any duplicate delivery would have started by then.
  await runs.disposeAsync();
  expect(allowPrivateTargets).toHaveBeenCalledTimes(60);
  const ids = receiver.received.map(({ path, headers }) => `${path} ${headers["webhook-id"]}`);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids).toHaveLength(60);
  // Events of a memo are delivered in order across both processes.
  for (const path of ["/hook0", "/hook1", "/hook2"]) {
    const posted = receiver.received
      .filter((each) => each.path === path)
      .map(({ text }) => parseJson(postedSchema, text));
    for (const { body } of memos) {
      const ofMemo = posted.filter(({ memo }) => memo.name === body["name"]);
      expect(ofMemo.map(({ event }) => event)).toEqual(["memo.created", "memo.updated"]);
    }
  }
});

test("webhooks are delivered even without notifications", async () => {
  const { a, b, alice } = await startTwo({
    allowPrivateTargets: () => true,
    secretKey: new Uint8Array(32).fill(7),
  });
  await using receiver = await startReceiver();
  const made = await api(a, alice)("POST", "/users/alice/webhooks", { url: receiver.url });
  expect(made.status).toBe(200);
  const signals = { ...b.services.signals, listen: () => () => undefined };
  await using _runs = runDeliveries({ ...named(b, "b"), signals }, logger, 200);
  expect((await api(a, alice)("POST", "/memos", { content: "x" })).status).toBe(200);
  await vi.waitFor(() => expect(receiver.received).toHaveLength(1));
});

test("a job is run by one of several concurrent processes, and by another after its lease expires", async () => {
  const { a, b } = await startTwo();
  const minuteMs = 60_000;
  const ask = async (server: HttpServer, holder: string): Promise<boolean> =>
    (await acquireLease(named(server, holder), "upkeep", 55 * minuteMs)) === 0;
  for (let hour = 0; hour < 10; hour += 1) {
    const asked = await Promise.all(
      Array.from({ length: 8 }, (_, n) => ask(n % 2 === 0 ? a : b, `process ${n}`)),
    );
    expect(asked.filter((isGiven) => isGiven)).toHaveLength(1);
    const holder = asked.indexOf(true);
    for (const { clock } of [a, b]) clock.nowMs += 50 * minuteMs;
    // The same holder still has the job at any process; another one doesn't get it.
    expect(await ask(b, "another")).toBe(false);
    expect(await ask(b, `process ${holder}`)).toBe(true);
    for (const { clock } of [a, b]) clock.nowMs += 60 * minuteMs;
  }
});

const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

/** Returns the names of the thumbnails in a folder. */
function smallIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);
}

test("a picture is served by both processes, and neither keeps a thumbnail of removed content", async () => {
  // Each process has its own thumbnails.
  const folder = mkdtempSync(join(tmpdir(), "tidemark-small-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const small = join(folder, "small");
  const { a, b, alice } = await startTwo({}, async (shared) => {
    const files = await openFiles(shared);
    return { files: { ...files, thumbnails: createThumbnails(small, files.blobs) } };
  });
  const content = png.toString("base64");
  const names: string[] = [];
  for (const filename of ["a.png", "b.png"]) {
    const attachment = { filename, type: "image/png", content };
    const { status, body } = await api(a, alice)("POST", "/attachments", attachment);
    expect(status).toBe(200);
    names.push(String(body["name"]));
  }
  const headers = { authorization: `Bearer ${alice}` };
  for (const server of [a, b, a]) {
    const path = `/file/${names[0]}/a.png?thumbnail=true`;
    const shown = await fetch(server.url + path, { headers });
    expect([shown.status, shown.headers.get("content-type")]).toEqual([200, "image/webp"]);
    expect((await shown.arrayBuffer()).byteLength).toBeGreaterThan(0);
  }
  const folders = [join(a.folder, "thumbnails"), small];
  const kept = (): string[][] => folders.map(smallIn);
  expect(kept().map((each) => each.length)).toEqual([1, 1]);
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  async function sweepBoth(): Promise<void> {
    const sweeps = [sweepDaily(named(a, "a"), logger), sweepDaily(named(b, "b"), logger)];
    await vi.advanceTimersByTimeAsync(10 * 60_000);
    for (const sweep of sweeps) await sweep[Symbol.asyncDispose]();
  }
  // Another attachment still uses the same content.
  expect((await api(a, alice)("DELETE", `/${names[0]}`)).status).toBe(200);
  await sweepBoth();
  expect(kept().map((each) => each.length)).toEqual([1, 1]);
  expect((await api(b, alice)("DELETE", `/${names[1]}`)).status).toBe(200);
  await sweepBoth();
  expect(kept()).toEqual([[], []]);
});
