import type { Signal, Signals } from "@tidemark/core";
import { describe, expect, test } from "vitest";
import { tempDatabase } from "../tests/temp-database.ts";
import { localSignals } from "./local-signals.ts";
import type { Scope } from "@tidemark/core/model";

type Open = Awaited<ReturnType<typeof tempDatabase>>;

function heardOf(signals: Signals) {
  const heard: Signal[] = [];
  const stop = signals.listen((some) => {
    expect(some.length).toBeGreaterThan(0);
    heard.push(...some);
  });
  return { heard, stop };
}

const moved = (...scopes: Scope[]): Signal => ({ kind: "scopes-moved", scopes });

const write = ({ database }: Open, ...effects: Exclude<Signal, { kind: "everything-moved" }>[]) =>
  database.write(async ({ afterCommit }) => {
    for (const effect of effects) afterCommit(effect);
  });

describe("signals", () => {
  test("arrive with their commit at all listeners, in order", async () => {
    await using open = await tempDatabase("server");
    const signals = localSignals(open.database);
    const [one, other] = [heardOf(signals), heardOf(signals)];
    await open.database.write(async ({ afterCommit }) => {
      afterCommit({ kind: "scopes-moved", scopes: ["u:a", "pub"] });
      afterCommit({ kind: "events-logged" });
      expect(one.heard).toEqual([]);
    });
    expect(one.heard).toEqual([moved("u:a", "pub"), { kind: "events-logged" }]);
    expect(other.heard).toEqual(one.heard);
    await write(open, { kind: "deliveries-due" }, { kind: "referrers-due" });
    expect(one.heard.slice(2)).toEqual([{ kind: "deliveries-due" }, { kind: "referrers-due" }]);
  });

  test("are not sent for rolled back writes or savepoints", async () => {
    await using open = await tempDatabase("server");
    const { heard } = heardOf(localSignals(open.database));
    const undone = open.database.write(async ({ afterCommit }) => {
      afterCommit({ kind: "scopes-moved", scopes: ["u:a"] });
      throw new Error("undone");
    });
    await expect(undone).rejects.toThrow("undone");
    await open.database.write(async ({ afterCommit, savepoint }) => {
      const inner = savepoint(async () => {
        afterCommit({ kind: "scopes-moved", scopes: ["u:b"] });
        throw new Error("undone");
      });
      await inner.catch(() => null);
      afterCommit({ kind: "scopes-moved", scopes: ["u:c"] });
    });
    expect(heard).toEqual([moved("u:c")]);
  });

  test("exclude effects that don't concern other processes, and stop with the listener", async () => {
    await using open = await tempDatabase("server");
    const { heard, stop } = heardOf(localSignals(open.database));
    await open.database.write(async ({ afterCommit }) => {
      afterCommit({ kind: "own-written" });
      afterCommit({ kind: "memo-written", id: "a" });
    });
    expect(heard).toEqual([]);
    stop();
    await write(open, { kind: "events-logged" });
    expect(heard).toEqual([]);
  });
});
