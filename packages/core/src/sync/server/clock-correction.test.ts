import { describe, expect, test } from "vitest";
import { createClockCorrection } from "./clock-correction.ts";
import { createHybridClock, formatStamp } from "../../clock/hybrid-clock.ts";
import { stampMs, stampNode, type Stamp } from "../../model/stamp.ts";
import { type SyncOp, syncOpSchema } from "../../merge/sync-op.ts";

const nowMs = 1_000_000_000;

function correction(clientNowMs: number, newestMoved: Stamp | null = null): (op: SyncOp) => SyncOp {
  const clock = createHybridClock({ node: "server", wallMs: () => nowMs });
  return createClockCorrection({ clock, clientNowMs, newestMoved }).correctOp;
}

function pin(ms: number, counter = 0): SyncOp {
  const stamp = formatStamp(ms, counter, "desk");
  return { kind: "memo.set", entity: "m1", stamp, set: { pinned: true, updatedMs: ms } };
}

describe("C5 · the stamps of a batch", () => {
  test("stay unchanged while the clock is off by up to five seconds", () => {
    expect(correction(nowMs - 5_000)(pin(nowMs - 7_000))).toEqual(pin(nowMs - 7_000));
  });

  test("move forward, update time included, when the clock is behind", () => {
    expect(correction(nowMs - 3_600_000)(pin(nowMs - 3_601_000))).toEqual(pin(nowMs - 1_000));
  });

  test("move the time of trashing with them, in a change and in an assertion", () => {
    const late = nowMs - 3_601_000;
    const stamp = formatStamp(late, 0, "desk");
    const trash: SyncOp = { kind: "memo.set", entity: "m1", stamp, set: { deletedMs: late } };
    expect(correction(nowMs - 3_600_000)(trash)).toMatchObject({
      set: { deletedMs: nowMs - 1_000 },
    });
    const restore: SyncOp = { ...trash, set: { deletedMs: null } };
    expect(correction(nowMs - 3_600_000)(restore)).toMatchObject({ set: { deletedMs: null } });
    const far = nowMs + 400 * 86_400_000;
    const farStamp = formatStamp(far, 0, "desk");
    const stated = syncOpSchema.parse({
      kind: "memo.put",
      entity: "m1",
      stamp,
      creator: "users/alice",
      parent: null,
      fields: {
        state: "NORMAL",
        visibility: "PRIVATE",
        pinned: false,
        space: null,
        deletedMs: far,
        location: null,
        createdMs: late,
        updatedMs: late,
      },
      stamps: { "*": stamp, deletedMs: farStamp },
      text: { gen: 1, content: "x" },
    });
    expect(correction(nowMs)(stated)).toMatchObject({
      fields: { deletedMs: nowMs, createdMs: late },
    });
  });

  test("C5a · are never before earlier stamps of the stream, however long those were in transit", () => {
    const clock = createHybridClock({ node: "server", wallMs: () => nowMs });
    const slow = createClockCorrection({ clock, clientNowMs: nowMs - 20_000, newestMoved: null });
    const first = slow.correctOp(pin(nowMs - 20_000));
    expect(first).toEqual(pin(nowMs));
    const quick = correction(nowMs, slow.newestMoved());
    // Made while the first was in transit, in this order.
    const second = quick(pin(nowMs - 2_000));
    const third = quick(pin(nowMs - 1_000));
    const later = quick(pin(nowMs + 1_000));
    expect([first, second, third].map(({ stamp }) => stamp).toSorted()).toEqual(
      [first, second, third].map(({ stamp }) => stamp),
    );
    expect(new Set([first.stamp, second.stamp, third.stamp]).size).toBe(3);
    expect(later).toEqual(pin(nowMs + 1_000));
  });

  test("C5a · stay unchanged if they were made before a moved stamp that the batch has first", () => {
    const earlier = formatStamp(nowMs - 300_000, 0, "server");
    const correctOp = correction(nowMs, earlier);
    const ahead = correctOp(pin(nowMs + 400 * 86_400_000));
    expect(stampMs(ahead.stamp)).toBe(nowMs);
    expect(correctOp(pin(nowMs - 120_000))).toEqual(pin(nowMs - 120_000));
    // Still behind the stamp that an earlier batch moved.
    expect(stampMs(correctOp(pin(nowMs - 400_000)).stamp)).toBe(nowMs - 300_000);
    const after = correctOp(pin(nowMs + 401 * 86_400_000));
    expect(after.stamp > ahead.stamp).toBe(true);
  });

  test("C5b · never move back", () => {
    expect(correction(nowMs + 10_000)(pin(nowMs + 9_000))).toEqual(pin(nowMs + 9_000));
  });

  test("far ahead get the server's time, in order and with their own node", () => {
    const correct = correction(nowMs);
    const far = nowMs + 400 * 86_400_000;
    const stamps = [pin(far, 7), pin(far + 1, 0), pin(far + 2, 0)].map((op) => correct(op).stamp);
    expect(stamps.toSorted()).toEqual(stamps);
    expect(new Set(stamps).size).toBe(3);
    for (const stamp of stamps) {
      expect(stampNode(stamp)).toBe("desk");
      expect(stampMs(stamp)).toBe(nowMs);
    }
  });

  test("update a base that was stamped earlier in the batch", () => {
    const correct = correction(nowMs);
    const far = nowMs + 400 * 86_400_000;
    const first = pin(far);
    const second: SyncOp = {
      kind: "memo.set",
      entity: "m1",
      stamp: formatStamp(far + 1, 0, "desk"),
      set: { visibility: "PUBLIC" },
      baseVisibility: first.stamp,
    };
    const { stamp } = correct(first);
    expect(correct(second)).toMatchObject({ baseVisibility: stamp });
  });
});
