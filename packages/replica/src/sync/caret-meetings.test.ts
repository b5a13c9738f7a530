import { setImmediate } from "node:timers/promises";
import type { Caret, CaretMove, OtherEditor } from "@tidemark/core/carets";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { CaretMeetings, type CaretServer } from "./caret-meetings.ts";

const caret: Caret = { gen: 1, anchor: "AQID", head: "AQID", isTyping: true };
const laptop: OtherEditor = { session: 2, device: "Laptop", caret: null };
const editor = { memo: "m1", session: 1 };

type Handlers = Parameters<CaretServer["watchCarets"]>[1];

/** A server controlled by the test, including its answers to moves. */
function fakeServer() {
  const streams = new Set<Handlers>();
  const moves: CaretMove[] = [];
  const answers: (() => void)[] = [];
  let asked = 0;
  const server: CaretServer = {
    watchCarets(_editor, handlers) {
      asked += 1;
      streams.add(handlers);
      return () => void streams.delete(handlers);
    },
    moveCaret(move) {
      moves.push(move);
      return new Promise((done) => answers.push(done));
    },
  };
  return {
    server,
    streams,
    moves,
    asked: () => asked,
    say: (...others: OtherEditor[]) => streams.forEach(({ onOthers }) => onOthers(others)),
    end: (isRefused: boolean) => [...streams].forEach(({ onEnded }) => onEnded(isRefused)),
    async answer() {
      answers.splice(0).forEach((done) => done());
      await setImmediate();
    },
  };
}

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => void vi.useRealTimers());

function meeting() {
  const fake = fakeServer();
  const meetings = new CaretMeetings({ random: () => 0 });
  const onOthers = vi.fn();
  return { fake, meetings, onOthers, meet: () => meetings.meet(editor, onOthers) };
}

describe("an editor with editors on other devices", () => {
  test("V4 · sends nothing while alone, and its caret to the first other editor", async () => {
    const { fake, meetings, meet, onOthers } = meeting();
    meetings.use(fake.server);
    const met = meet();
    met.show(caret);
    fake.say();
    expect(fake.moves).toEqual([]);
    fake.say(laptop);
    expect(met.others()).toEqual([laptop]);
    expect(onOthers).toHaveBeenCalledTimes(1);
    expect(fake.moves).toEqual([{ ...editor, caret }]);
    await fake.answer();
    fake.say();
    met.show(null);
    expect(fake.moves).toHaveLength(1);
  });

  test("V4 · sends one move at a time, and only the latest of those made meanwhile", async () => {
    const { fake, meetings, meet } = meeting();
    meetings.use(fake.server);
    const met = meet();
    fake.say(laptop);
    for (const gen of [1, 2, 3]) met.show({ ...caret, gen });
    expect(fake.moves.map((move) => move.caret?.gen)).toEqual([1]);
    await fake.answer();
    expect(fake.moves.map((move) => move.caret?.gen)).toEqual([1, 3]);
  });

  test("V4a · asks a server that does not know carets once", () => {
    const { fake, meetings, meet, onOthers } = meeting();
    meetings.use(fake.server);
    meet();
    fake.end(true);
    vi.runAllTimers();
    expect(fake.asked()).toBe(1);
    expect(onOthers).not.toHaveBeenCalled();
  });

  test("V4 · reopens a broken stream, and sees no others meanwhile", () => {
    const { fake, meetings, meet } = meeting();
    meetings.use(fake.server);
    const met = meet();
    fake.say(laptop);
    fake.end(false);
    expect(met.others()).toEqual([]);
    vi.runAllTimers();
    expect(fake.asked()).toBe(2);
  });

  test("V4 · is invisible and sees no others while sharing is off or without a server", () => {
    const { fake, meetings, meet, onOthers } = meeting();
    const met = meet();
    expect(fake.asked()).toBe(0);
    meetings.use(fake.server);
    fake.say(laptop);
    meetings.setOn(false);
    expect(fake.streams.size).toBe(0);
    expect(met.others()).toEqual([]);
    met.show(caret);
    meetings.use(null);
    meetings.use(fake.server);
    expect(fake.asked()).toBe(1);
    expect(fake.moves).toEqual([]);
    meetings.setOn(true);
    expect(fake.asked()).toBe(2);
    expect(onOthers).toHaveBeenCalled();
    met.leave();
    expect(fake.streams.size).toBe(0);
    vi.runAllTimers();
    expect(fake.asked()).toBe(2);
  });
});
