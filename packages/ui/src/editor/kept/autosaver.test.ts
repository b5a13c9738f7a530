import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { unsavedText } from "../../data/unsaved-text.ts";
import { createAutosaver, type SavedState, keepWithinMs } from "./autosaver.ts";

/** Database whose answers the tests control. */
function openKeeper() {
  const taken: string[] = [];
  const states: SavedState[] = [];
  const database = { isDown: false, answer: (): Promise<void> => Promise.resolve() };
  const keeper = createAutosaver<string>({
    async send(words) {
      if (database.isDown) throw new Error("down");
      await database.answer();
      taken.push(words);
    },
    join: (before, after) => before + after,
    onState: (state) => states.push(state),
  });
  return { keeper, database, taken, states, all: () => taken.join("") };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("typed words", () => {
  test("W1 · reach the database while the user types without a pause", async () => {
    const { keeper, all } = openKeeper();
    let typed = "";
    for (let at = 0; at < 100; at += 1) {
      keeper.typed("x");
      typed += "x";
      await vi.advanceTimersByTimeAsync(30);
      const lacking = typed.length - all().length;
      expect(lacking * 30).toBeLessThanOrEqual(keepWithinMs + 30);
    }
  });

  test("W2 · count as saved only once the database has confirmed them, not when sent", async () => {
    const { keeper, database, states } = openKeeper();
    const answered = Promise.withResolvers<void>();
    database.answer = () => answered.promise;
    keeper.typed("a");
    await vi.advanceTimersByTimeAsync(10 * keepWithinMs);
    expect(keeper.state).toBe("waiting");
    answered.resolve();
    await vi.advanceTimersByTimeAsync(0);
    expect(states).toEqual(["waiting", "kept"]);
  });

  test("are not marked as saved by the answer to an earlier batch", async () => {
    const { keeper, database, states, taken } = openKeeper();
    const answered = Promise.withResolvers<void>();
    database.answer = () => answered.promise;
    keeper.typed("a");
    await vi.advanceTimersByTimeAsync(keepWithinMs);
    keeper.typed("b");
    answered.resolve();
    await vi.advanceTimersByTimeAsync(0);
    expect([taken, keeper.state]).toEqual([["a"], "waiting"]);
    await vi.advanceTimersByTimeAsync(keepWithinMs);
    expect([taken, keeper.state, states]).toEqual([["a", "b"], "kept", ["waiting", "kept"]]);
  });

  test("are sent one batch at a time and in order, however long an answer takes", async () => {
    const { keeper, database, taken } = openKeeper();
    const underWay: (() => void)[] = [];
    let most = 0;
    database.answer = async () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      most = Math.max(most, underWay.push(resolve));
      await promise;
    };
    for (const [at, word] of "abcdefgh".split("").entries()) {
      keeper.typed(word);
      await vi.advanceTimersByTimeAsync(200);
      if (at % 4 === 3) underWay.shift()?.();
    }
    for (let answers = 0; answers < 3; answers += 1) {
      await vi.advanceTimersByTimeAsync(keepWithinMs);
      underWay.shift()?.();
    }
    await vi.advanceTimersByTimeAsync(0);
    expect(most).toBe(1);
    expect(taken.length).toBeGreaterThan(1);
    expect(taken.join("")).toBe("abcdefgh");
  });

  test("W1 · don't wait for another interval once the batch before is answered", async () => {
    const sent: string[] = [];
    const answered = Promise.withResolvers<void>();
    const keeper = createAutosaver<string>({
      async send(words) {
        sent.push(words);
        await answered.promise;
      },
      join: (before, after) => before + after,
    });
    keeper.typed("a");
    await vi.advanceTimersByTimeAsync(keepWithinMs);
    keeper.typed("b");
    await vi.advanceTimersByTimeAsync(keepWithinMs - 50);
    answered.resolve();
    await vi.advanceTimersByTimeAsync(49);
    expect(sent).toEqual(["a"]);
    await vi.advanceTimersByTimeAsync(1);
    expect(sent).toEqual(["a", "b"]);
    await vi.advanceTimersByTimeAsync(keepWithinMs);
    expect(keeper.state).toBe("kept");
  });

  test("report a failed send, and are sent with the next ones later", async () => {
    const { keeper, database, taken, states } = openKeeper();
    database.isDown = true;
    keeper.typed("a");
    await vi.advanceTimersByTimeAsync(20_000);
    expect(keeper.state).toBe("stuck");
    keeper.typed("b");
    database.isDown = false;
    await unsavedText.flush();
    expect([taken, states]).toEqual([["ab"], ["waiting", "stuck", "kept"]]);
  });

  test("are retried until they are saved, even after their editor has ended", async () => {
    const { keeper, database, taken } = openKeeper();
    database.isDown = true;
    keeper.typed("a");
    await keeper.end();
    database.isDown = false;
    await vi.advanceTimersByTimeAsync(10_000);
    expect(taken).toEqual(["a"]);
  });

  test("W4 · are sent at once when the page closes, together with a batch that has no answer yet", async () => {
    const sent: string[] = [];
    const keeper = createAutosaver<string>({
      send(words) {
        sent.push(words);
        return new Promise(() => {});
      },
      join: (before, after) => before + after,
    });
    keeper.typed("a");
    await vi.advanceTimersByTimeAsync(keepWithinMs);
    keeper.typed("b");
    unsavedText.sendOnClose();
    expect(sent).toEqual(["a", "ab"]);
  });
});
