import type { SyncNote } from "@tidemark/core/model";
import { appError, StorageError } from "@tidemark/core";
import type { DeviceSync } from "@tidemark/core/sync/device";
import { TRPCClientError } from "@trpc/client";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { SyncClient } from "./sync-client.ts";
import { SyncLoop } from "./sync-loop.ts";

const second = 1_000;
const minute = 60 * second;

interface Device {
  readonly loop: SyncLoop;
  /** Steps of the device's side of the protocol, in order. */
  readonly calls: string[];
  /** Start of each round, in ms after the test's start. */
  readonly roundsMs: number[];
  /** Entries of the user's sync log. */
  readonly notes: SyncNote[];
  /** Replacement for the push of the next rounds. */
  fail: (() => Promise<never>) | null;
  /** Blocks a round in its push until called. */
  release: (() => void) | null;
  /** Error of a round's pull. */
  pullFails: Error | null;
  poke(): void;
  connected(isConnected: boolean): void;
}

/** A loop over a recording device; `random` spreads its intervals. */
function device(random = 0.5): Device {
  const startMs = Date.now();
  let handlers: Parameters<SyncClient["subscribe"]>[0] | null = null;
  const noted: Device = {
    loop: null as unknown as SyncLoop,
    calls: [],
    roundsMs: [],
    notes: [],
    fail: null,
    release: null,
    pullFails: null,
    poke: () => handlers?.onPoke(["u:alice"]),
    connected: (isConnected) => handlers?.onConnected(isConnected),
  };
  const sync: Pick<DeviceSync, "greet" | "push" | "pull" | "isFollowing"> = {
    async greet() {
      noted.calls.push("greet");
      return {} as Awaited<ReturnType<DeviceSync["greet"]>>;
    },
    async push() {
      noted.calls.push("push");
      noted.roundsMs.push(Date.now() - startMs);
      if (noted.fail !== null) return noted.fail();
      if (noted.release !== null) {
        await new Promise<void>((resolve) => (noted.release = resolve));
        noted.release = null;
      }
      return 0;
    },
    async pull() {
      noted.calls.push("pull");
      if (noted.pullFails !== null) throw noted.pullFails;
      return 0;
    },
    isFollowing: async () => true,
  };
  const client: Pick<SyncClient, "subscribe"> = {
    subscribe(given) {
      handlers = given;
      return () => (handlers = null);
    },
  };
  const loop = new SyncLoop(
    {
      // The loop calls nothing else of either.
      sync: sync as DeviceSync,
      client: client as SyncClient,
      serverUrl: "http://server.test",
      onStatus: () => undefined,
      onSynced: () => undefined,
      log: () => undefined,
      note: (_level, note) => noted.notes.push(note),
      onRevoked: () => undefined,
      onSignedOut: () => undefined,
      nowMs: () => Date.now(),
      random: () => random,
    },
    { isPaused: false },
  );
  return Object.assign(noted, { loop });
}

const unreachable = async (): Promise<never> => {
  throw new Error("no answer");
};

describe("R8 · the loop of a profile", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test("greets once, and then pushes before it pulls in every round", async () => {
    const { loop, calls } = device();
    loop.start();
    await loop.now();
    await loop.now();
    expect(calls).toEqual(["greet", "push", "pull", "push", "pull"]);
    await loop.stop();
  });

  test("runs after a write and after a poke, and once more if either happens during a round", async () => {
    const noted = device();
    const { loop, roundsMs } = noted;
    loop.start();
    noted.connected(true);
    await vi.advanceTimersByTimeAsync(second);
    roundsMs.length = 0;
    loop.wrote();
    loop.wrote();
    await vi.advanceTimersByTimeAsync(second);
    expect(roundsMs).toHaveLength(1);
    noted.poke();
    await vi.advanceTimersByTimeAsync(0);
    expect(roundsMs).toHaveLength(2);

    noted.release = () => undefined;
    noted.poke();
    await vi.advanceTimersByTimeAsync(0);
    expect(roundsMs).toHaveLength(3);
    noted.poke();
    loop.wrote();
    await vi.advanceTimersByTimeAsync(minute);
    expect(roundsMs).toHaveLength(3);
    noted.release();
    await vi.advanceTimersByTimeAsync(second);
    expect(roundsMs).toHaveLength(4);
    await loop.stop();
  });

  test("sends no requests while the machine sleeps, and syncs when it wakes up, despite earlier failures", async () => {
    const noted = device();
    const { loop, roundsMs } = noted;
    loop.start();
    noted.connected(true);
    noted.fail = unreachable;
    await vi.advanceTimersByTimeAsync(second);
    loop.setAsleep(true);
    roundsMs.length = 0;
    noted.poke();
    await vi.advanceTimersByTimeAsync(60 * minute);
    expect(roundsMs).toEqual([]);
    noted.fail = null;
    loop.setAsleep(false);
    await vi.advanceTimersByTimeAsync(0);
    expect(roundsMs).toHaveLength(1);
    expect(loop.status.state).toBe("synced");
    // The subscription works again.
    noted.poke();
    await vi.advanceTimersByTimeAsync(0);
    expect(roundsMs).toHaveLength(2);
    await loop.stop();
  });

  test("stays paused through a sleep", async () => {
    const { loop, roundsMs } = device();
    loop.setPaused(true);
    loop.setAsleep(true);
    loop.setAsleep(false);
    await vi.advanceTimersByTimeAsync(60 * minute);
    expect(roundsMs).toEqual([]);
    expect(loop.status.state).toBe("paused");
    await loop.stop();
  });

  test.each([
    ["ends well", () => null],
    ["fails", () => new Error("the server has trouble")],
  ])("stays paused when a running round %s", async (_how, failure) => {
    const noted = device();
    const { loop } = noted;
    noted.release = () => undefined;
    loop.start();
    await vi.advanceTimersByTimeAsync(0);
    loop.setPaused(true);
    const error = failure();
    if (error !== null) noted.pullFails = error;
    noted.release();
    await vi.advanceTimersByTimeAsync(60 * minute);
    expect(loop.status).toMatchObject({ state: "paused", error: null, retryAtMs: null });
    expect(noted.roundsMs).toHaveLength(1);
    await loop.stop();
  });

  test.each([0, 0.5, 1])(
    "R8a · asks at most once in five minutes while it is told of changes and has none (%d)",
    async (random) => {
      const noted = device(random);
      noted.loop.start();
      noted.connected(true);
      await vi.advanceTimersByTimeAsync(second);
      noted.roundsMs.length = 0;
      await vi.advanceTimersByTimeAsync(60 * minute);
      const gapsMs = noted.roundsMs.slice(1).map((ms, at) => ms - (noted.roundsMs[at] ?? 0));
      expect(gapsMs.length).toBeGreaterThan(6);
      expect(Math.min(...gapsMs)).toBeGreaterThanOrEqual(5 * minute);
      await noted.loop.stop();
    },
  );

  test("checks the server soon after the subscription drops, and reports when it is unreachable", async () => {
    const noted = device();
    noted.loop.start();
    noted.connected(true);
    await vi.advanceTimersByTimeAsync(second);
    noted.roundsMs.length = 0;
    noted.fail = unreachable;
    noted.connected(false);
    await vi.advanceTimersByTimeAsync(second);
    expect(noted.roundsMs).toHaveLength(0);
    await vi.advanceTimersByTimeAsync(3 * second);
    expect(noted.roundsMs.length).toBeGreaterThan(0);
    expect(noted.loop.status.state).toBe("error");
    noted.fail = null;
    noted.connected(true);
    await vi.advanceTimersByTimeAsync(0);
    expect(noted.loop.status.state).toBe("synced");
    await noted.loop.stop();
  });

  test("polls about every minute without a subscription", async () => {
    const noted = device();
    noted.loop.start();
    await vi.advanceTimersByTimeAsync(10 * minute);
    expect(noted.roundsMs.length).toBeGreaterThanOrEqual(8);
    expect(noted.roundsMs.length).toBeLessThanOrEqual(11);
    await noted.loop.stop();
  });

  test("doubles its delay after each failure, from one second to five minutes", async () => {
    const noted = device(1);
    noted.fail = unreachable;
    noted.loop.start();
    await vi.advanceTimersByTimeAsync(30 * minute);
    const gapsMs = noted.roundsMs.slice(1).map((ms, at) => ms - (noted.roundsMs[at] ?? 0));
    const doubled = [1, 2, 4, 8, 16, 32, 64, 128, 256].map((seconds) => seconds * second);
    expect(gapsMs.slice(0, 10)).toEqual([...doubled, 5 * minute]);
    noted.fail = null;
    await vi.advanceTimersByTimeAsync(5 * minute);
    expect(noted.loop.status.state).toBe("synced");
    await noted.loop.stop();
  });

  test("waits while this device's disk is full, reports it, and resumes once there is space", async () => {
    const noted = device(1);
    noted.fail = () => Promise.reject(new StorageError("disk-full", null));
    noted.loop.start();
    await vi.advanceTimersByTimeAsync(500);
    expect(noted.loop.status).toMatchObject({
      state: "error",
      error: {
        code: "storage",
        params: { message: expect.stringContaining("the disk that holds the data is full") },
      },
    });
    expect(noted.notes).toMatchObject([{ code: "storage" }]);
    noted.fail = null;
    await vi.advanceTimersByTimeAsync(2 * second);
    expect(noted.loop.status).toMatchObject({ state: "synced", error: null });
    await noted.loop.stop();
  });

  const busyFor = (retryAfterMs: number) => async (): Promise<never> => {
    const app = { ...appError("RESOURCE_EXHAUSTED", "too many requests"), retryAfterMs };
    const data = { code: "TOO_MANY_REQUESTS", httpStatus: 429, app };
    throw TRPCClientError.from({ error: { message: "no", code: -32029, data } } as never);
  };

  test("waits as long as a busy server asks for, up to five minutes, and reports that it is busy", async () => {
    const noted = device(1);
    noted.fail = busyFor(40 * second);
    noted.loop.start();
    await vi.advanceTimersByTimeAsync(39 * second);
    expect(noted.roundsMs).toEqual([0]);
    expect(noted.loop.status).toMatchObject({ state: "error", error: { code: "server-busy" } });
    noted.fail = busyFor(60 * minute);
    await vi.advanceTimersByTimeAsync(2 * second);
    expect(noted.roundsMs).toEqual([0, 40 * second]);
    await vi.advanceTimersByTimeAsync(5 * minute);
    expect(noted.roundsMs).toHaveLength(3);
    await noted.loop.stop();
  });

  test.each<[string, (noted: Device) => void]>([
    ["a poke", (noted) => noted.poke()],
    [
      "a stream that comes back",
      (noted) => {
        noted.connected(false);
        noted.connected(true);
      },
    ],
    ["a write", (noted) => noted.loop.wrote()],
    [
      "a sleep that ends",
      (noted) => {
        noted.loop.setAsleep(true);
        noted.loop.setAsleep(false);
      },
    ],
  ])("doesn't contact a busy server earlier after %s", async (_what, happen) => {
    const noted = device();
    noted.loop.start();
    noted.connected(true);
    await vi.advanceTimersByTimeAsync(second);
    noted.fail = busyFor(2 * minute);
    noted.poke();
    await vi.advanceTimersByTimeAsync(0);
    expect(noted.loop.status).toMatchObject({ error: { code: "server-busy" } });
    noted.roundsMs.length = 0;
    noted.fail = null;
    for (let n = 0; n < 11; n += 1) {
      happen(noted);
      await vi.advanceTimersByTimeAsync(10 * second);
    }
    expect(noted.roundsMs).toEqual([]);
    await vi.advanceTimersByTimeAsync(10 * second);
    expect(noted.roundsMs).toHaveLength(1);
    expect(noted.loop.status.state).toBe("synced");
    // The subscription works again.
    noted.poke();
    await vi.advanceTimersByTimeAsync(0);
    expect(noted.roundsMs).toHaveLength(2);
    await noted.loop.stop();
  });

  test.each<[string, (noted: Device) => unknown]>([
    ["syncs now", (noted) => noted.loop.now()],
    [
      "pauses and goes on",
      (noted) => {
        noted.loop.setPaused(true);
        noted.loop.setPaused(false);
      },
    ],
  ])("contacts a busy server immediately for a user who %s", async (_what, act) => {
    const noted = device();
    noted.fail = busyFor(2 * minute);
    noted.loop.start();
    await vi.advanceTimersByTimeAsync(second);
    expect(noted.roundsMs).toEqual([0]);
    noted.fail = null;
    void act(noted);
    await vi.advanceTimersByTimeAsync(0);
    expect(noted.loop.status.state).toBe("synced");
    await noted.loop.stop();
  });

  test("spreads retries over the whole delay, and a write doesn't shorten it", async () => {
    const noted = device(0.5);
    noted.fail = unreachable;
    noted.loop.start();
    await vi.advanceTimersByTimeAsync(100 * second);
    const gapsMs = noted.roundsMs.slice(1).map((ms, at) => ms - (noted.roundsMs[at] ?? 0));
    expect(gapsMs.slice(0, 5)).toEqual([500, 1000, 2000, 4000, 8000]);
    const tried = noted.roundsMs.length;
    noted.loop.wrote();
    await vi.advanceTimersByTimeAsync(2 * second);
    expect(noted.roundsMs).toHaveLength(tried);
    await noted.loop.stop();
  });
});
