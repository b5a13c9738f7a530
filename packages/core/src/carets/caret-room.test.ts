import { beforeEach, describe, expect, test } from "vitest";
import { type Caret, caretLifeMs, caretMoveSchema } from "./caret.ts";
import { CaretRoom } from "./caret-room.ts";

const at = (place: string): Caret => ({ gen: 1, anchor: place, head: place, isTyping: false });

interface Timer {
  readonly dueMs: number;
  readonly run: () => void;
}

/** Creates a clock that the test advances. */
function handClock() {
  let nowMs = 0;
  const timers = new Set<Timer>();
  return {
    nowMs: () => nowMs,
    after(ms: number, run: () => void) {
      const timer = { dueMs: nowMs + ms, run };
      timers.add(timer);
      return () => void timers.delete(timer);
    },
    pass(ms: number) {
      nowMs += ms;
      for (const timer of [...timers]) {
        if (timer.dueMs > nowMs) continue;
        timers.delete(timer);
        timer.run();
      }
    },
    waiting: () => timers.size,
  };
}

let clock = handClock();
let room = new CaretRoom(clock);
beforeEach(() => {
  clock = handClock();
  room = new CaretRoom(clock);
});

function enter(session: number, { owner = "desk", memo = "m1" } = {}) {
  let heard = 0;
  const seat = room.enter(memo, { owner, session, device: owner }, () => (heard += 1));
  return {
    ...seat,
    heard: () => heard,
    move: (caret: Caret | null) => room.move(memo, { owner, session }, caret),
  };
}

describe("editors that have a memo open", () => {
  test("V1 · see the others, and not themselves", () => {
    const desk = enter(1);
    const laptop = enter(2, { owner: "laptop" });
    expect(desk.move(at("a"))).toBe("moved");
    expect(laptop.others()).toEqual([{ session: 1, device: "desk", caret: at("a") }]);
    expect(desk.others()).toEqual([{ session: 2, device: "laptop", caret: null }]);
    expect(enter(3, { memo: "m2" }).others()).toEqual([]);
  });

  test("V2 · are notified of a move once, and not of an unchanged one", () => {
    const desk = enter(1);
    const laptop = enter(2);
    desk.move(at("a"));
    expect(laptop.heard()).toBe(1);
    desk.move(at("a"));
    expect(laptop.heard()).toBe(1);
    expect(desk.heard()).toBe(1);
  });

  test("V2b · see a caret only as long as it is renewed", () => {
    const desk = enter(1);
    const laptop = enter(2);
    desk.move(at("a"));
    clock.pass(caretLifeMs - 1);
    desk.move(at("a"));
    clock.pass(caretLifeMs - 1);
    expect(laptop.others()).toEqual([{ session: 1, device: "desk", caret: at("a") }]);
    clock.pass(1);
    expect(laptop.others()).toEqual([{ session: 1, device: "desk", caret: null }]);
    expect(laptop.heard()).toBe(2);
  });

  test("V2a · leave no position and no timer behind", () => {
    const desk = enter(1);
    const laptop = enter(2);
    desk.move(at("a"));
    desk.leave();
    expect(laptop.others()).toEqual([]);
    expect(desk.move(at("b"))).toBe("absent");
    desk.leave();
    laptop.leave();
    expect(room.size).toBe(0);
    expect(clock.waiting()).toBe(0);
  });

  test("V2 · stay when they reopen the memo before their old session ends", () => {
    const before = enter(1);
    before.move(at("a"));
    const again = enter(1);
    const laptop = enter(2);
    before.leave();
    expect(laptop.others()).toEqual([{ session: 1, device: "desk", caret: null }]);
    clock.pass(caretLifeMs);
    expect(again.move(at("b"))).toBe("moved");
    expect(laptop.others()).toEqual([{ session: 1, device: "desk", caret: at("b") }]);
  });

  test("V2c · may move a few times a second, and must wait after a burst", () => {
    const desk = enter(1);
    const moves = Array.from({ length: 20 }, (_, n) => desk.move(at(String(n))));
    expect(moves.indexOf("too-often")).toBe(12);
    expect(moves.slice(12)).not.toContain("moved");
    clock.pass(1000);
    const later = Array.from({ length: 8 }, (_, n) => desk.move(at(`b${n}`)));
    expect(later.filter((moved) => moved === "moved")).toHaveLength(6);
  });
});

test("V2 · accepts only a few bytes of base64 as a text position", () => {
  const move = (head: string) =>
    caretMoveSchema.safeParse({ memo: "m1", session: 1, caret: { ...at("AQID"), head } }).success;
  expect(move("AQID")).toBe(true);
  expect(move("AQID".repeat(16))).toBe(true);
  expect(move("AQID".repeat(17))).toBe(false);
  expect(move("")).toBe(false);
  expect(move("my words")).toBe(false);
});
