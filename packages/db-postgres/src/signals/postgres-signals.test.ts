import { setImmediate, setTimeout } from "node:timers/promises";
import type { CommitSignal, Signal } from "@tidemark/core";
import { Client } from "pg";
import { afterEach, describe, expect, test, vi } from "vitest";
import { tempPostgresDatabase, tempPostgresSchema } from "../../tests/postgres-database.ts";
import type { OpenServerDatabase } from "@tidemark/db";
import { openPostgres } from "../open-postgres.ts";
import type { Scope } from "@tidemark/core/model";

type Open = Pick<OpenServerDatabase, "database" | "signals">;

const commit = ({ database }: Open, ...effects: CommitSignal[]): Promise<void> =>
  database.write(async ({ afterCommit }) => {
    for (const effect of effects) afterCommit(effect);
  });

function heardOf({ signals }: Open): Signal[] {
  const heard: Signal[] = [];
  signals.listen((some) => {
    expect(some.length).toBeGreaterThan(0);
    heard.push(...some);
  });
  return heard;
}

const moved = (...scopes: Scope[]): CommitSignal => ({ kind: "scopes-moved", scopes });

async function connected(url: string): Promise<Client & AsyncDisposable> {
  const client = new Client(url);
  await client.connect();
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.end() });
}

/** Ends the listening connections of every process. */
async function deafen(url: string): Promise<number> {
  await using client = await connected(url);
  const { rowCount } = await client.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND query ILIKE 'LISTEN%'`,
  );
  return rowCount ?? 0;
}

interface StoppedTime {
  /**
   * Advances the time once every statement is answered, as a pending answer would miss its deadline. Doesn't
   * wait for work that the timers start.
   */
  pass(ms: number): Promise<void>;
  /** Returns the number of answered reads of the shared numbers. */
  looks(): number;
  /** Returns the number of notifications sent or failed. */
  said(): number;
}

/** Stops time for every timer that starts from now on. The database still answers. */
function stopTime(): StoppedTime {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval"] });
  const { mock } = vi.spyOn(Client.prototype, "query");
  const answered = (text: string): number =>
    mock.calls.filter(
      ([query], at) =>
        (query as { text?: string }).text === text &&
        mock.settledResults[at]?.type !== "incomplete",
    ).length;
  return {
    async pass(ms) {
      await until(() => mock.settledResults.every(({ type }) => type !== "incomplete"));
      await setImmediate();
      vi.advanceTimersByTime(ms);
    },
    looks: () => answered("SELECT name, value FROM shared_number"),
    said: () => answered("SELECT pg_notify($1, $2)"),
  };
}

/** Waits without advancing the time. */
async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await setImmediate();
}

/** Time that a process waits for its own echo before it polls, in milliseconds. */
const echoMs = 3000;
/** Time between two polls of a process that isn't listening, in milliseconds. */
const pollMs = 1000;
/** Time between two polls of a process that is listening, in milliseconds. */
const lookMs = 5000;
/** Time that a process waits for the announcement of a commit, in milliseconds. */
const graceMs = 2000;

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe("signals over PostgreSQL", () => {
  test("each process gets the signals of a commit once", async () => {
    await using first = await tempPostgresDatabase();
    await using second = await openPostgres({ url: first.url });
    await using third = await openPostgres({ url: first.url });
    const [own, other, another] = [heardOf(first), heardOf(second), heardOf(third)];
    await commit(first, moved("u:a", "pub"), { kind: "events-logged" });
    expect(own).toEqual([moved("u:a", "pub"), { kind: "events-logged" }]);
    await vi.waitFor(() => expect(other).toHaveLength(2));
    expect(other).toEqual(expect.arrayContaining(own));
    await vi.waitFor(() => expect(another).toHaveLength(2));
    // Signals arrive in order, so this one arrives after any that repeats the first commit's.
    await commit(third, moved("u:later"));
    await vi.waitFor(() => expect(own).toContainEqual(moved("u:later")));
    await vi.waitFor(() => expect(other).toContainEqual(moved("u:later")));
    expect([own.length, other.length]).toEqual([3, 3]);
  });

  test("no signals are sent for rolled back writes, or before a commit", async () => {
    await using temp = await tempPostgresSchema();
    await using first = await openPostgres({ url: temp.url });
    await using second = await openPostgres({ url: temp.url });
    const heard = heardOf(second);
    const later = Promise.withResolvers<void>();
    second.relay?.listen({ heard: () => later.resolve(), joined: () => undefined });
    const undone = first.database.write(async ({ afterCommit }) => {
      afterCommit(moved("u:a"));
      throw new Error("undone");
    });
    await expect(undone).rejects.toThrow("undone");
    await first.database.write(async ({ afterCommit, savepoint }) => {
      const nested = savepoint(async () => {
        afterCommit(moved("u:b"));
        throw new Error("undone");
      });
      await nested.catch(() => null);
      afterCommit(moved("u:c"));
      // Sent after every signal.
      first.relay?.say("later");
      await later.promise;
      expect(heard).toEqual([]);
    });
    await vi.waitFor(() => expect(heard).toEqual([moved("u:c")]));
  });

  test("many concurrent commits make few notifications, and none is lost", async () => {
    await using first = await tempPostgresDatabase();
    await using second = await openPostgres({ url: first.url });
    await using spy = await connected(first.url);
    let said = 0;
    spy.on("notification", () => (said += 1));
    await spy.query("LISTEN tidemark_signals");
    const scopes = new Set<string>();
    second.signals.listen((heard) => {
      for (const each of heard) {
        if (each.kind === "scopes-moved") each.scopes.forEach((scope) => scopes.add(scope));
      }
    });
    await Promise.all(Array.from({ length: 200 }, (_, n) => commit(first, moved(`u:${n}`))));
    await vi.waitFor(() => expect(scopes.size).toBe(200));
    expect(said).toBeLessThan(60);
  });

  test("signals that exceed one notification are split, or sent as everything-moved", async () => {
    await using first = await tempPostgresDatabase();
    await using second = await openPostgres({ url: first.url });
    const heard = heardOf(second);
    const scopesHeard = (): Set<string> =>
      new Set(heard.flatMap((each) => (each.kind === "scopes-moved" ? each.scopes : [])));
    const long = Array.from({ length: 500 }, (_, n): Scope => `u:ä€𝄞${"x".repeat(20)}${n}`);
    await commit(first, moved(...long));
    await vi.waitFor(() => expect(scopesHeard()).toEqual(new Set(long)));
    expect(heard).not.toContainEqual({ kind: "everything-moved" });
    const ended = Array.from({ length: 100_000 }, (_, n) => `session${n}`);
    await commit(first, { kind: "credentials-changed", ended }, moved("u:last"));
    await vi.waitFor(() => expect(heard).toContainEqual({ kind: "everything-moved" }));
    expect(scopesHeard()).toEqual(new Set(long));
  });

  test("a cut connection listens again and signals everything-moved", async () => {
    await using first = await tempPostgresDatabase();
    const reported: unknown[] = [];
    await using second = await openPostgres({
      url: first.url,
      onListenerError: (error) => reported.push(error),
    });
    const heard = heardOf(second);
    expect(await deafen(first.url)).toBe(2);
    await commit(first, moved("u:a"));
    await vi.waitFor(() => expect(heard).toContainEqual({ kind: "everything-moved" }));
    await vi.waitFor(async () => {
      heard.length = 0;
      await commit(first, moved("u:b"));
      await setTimeout(20);
      expect(heard).toEqual([moved("u:b")]);
    });
    expect(reported).toHaveLength(1);
  });

  test("if notifications are not delivered, the raised number is polled", async () => {
    await using temp = await tempPostgresSchema();
    {
      await using client = await connected(temp.url);
      // Found before the server's own function: nothing is sent.
      await client.query(
        `CREATE FUNCTION public.pg_notify(text, text) RETURNS void LANGUAGE sql AS ''`,
      );
      await client.query(
        `DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET search_path = public, pg_catalog', current_database()); END $$`,
      );
    }
    const { pass, looks, said } = stopTime();
    const reported: unknown[] = [];
    const onListenerError = (error: unknown): void => void reported.push(error);
    const opening = [0, 1].map(() => openPostgres({ url: temp.url, onListenerError }));
    await until(() => said() === 2);
    await pass(echoMs);
    await using second = await opening[0]!;
    await using third = await opening[1]!;
    const [own, heard] = [heardOf(second), heardOf(third)];
    const poll = async (): Promise<void> => {
      const before = looks();
      await pass(pollMs);
      await until(() => looks() >= before + 2);
    };
    await commit(second, moved("u:a"));
    await poll();
    await pass(pollMs / 2);
    expect(heard).toEqual([{ kind: "everything-moved" }]);
    await commit(second, { kind: "settings-changed" });
    for (let n = 0; n < 3; n += 1) await poll();
    const everything = [{ kind: "settings-changed" }, { kind: "everything-moved" }];
    expect(heard.slice(1)).toEqual(everything);
    // Numbers don't rise without commits, and own commits are signaled once.
    for (let n = 0; n < 3; n += 1) await poll();
    expect(heard).toHaveLength(3);
    expect(own).toEqual([moved("u:a"), { kind: "settings-changed" }]);
    expect(reported).toHaveLength(2);
  });

  test("a process that could not send a signal sends it later", async () => {
    await using temp = await tempPostgresSchema();
    await using client = await connected(temp.url);
    // It doesn't receive its own echo, and sending to others fails for a while.
    await client.query(
      `CREATE TABLE broken (); CREATE FUNCTION public.pg_notify(channel text, said text) RETURNS void LANGUAGE plpgsql AS
      $$ BEGIN
        IF said LIKE 'echo %' THEN RETURN; END IF;
        IF to_regclass('public.broken') IS NOT NULL THEN RAISE 'broken'; END IF;
        PERFORM pg_catalog.pg_notify(channel, said);
      END $$`,
    );
    await client.query(
      `DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET search_path = public, pg_catalog', current_database()); END $$`,
    );
    const others: string[] = [];
    await using spy = await connected(temp.url);
    spy.on("notification", ({ payload = "" }) => others.push(payload));
    await spy.query("LISTEN tidemark_signals");
    const { pass, said } = stopTime();
    const opening = openPostgres({ url: temp.url, onListenerError: () => undefined });
    await until(() => said() === 1);
    await pass(echoMs);
    await using second = await opening;
    await commit(second, moved("u:a"));
    await pass(5);
    await until(() => said() === 2);
    await commit(second, moved("u:b"));
    await pass(5);
    // PostgreSQL delivers notifications in order, so this one arrives after any earlier one.
    await client.query("SELECT pg_catalog.pg_notify('tidemark_signals', 'later')");
    await until(() => others.length > 0);
    expect(others).toEqual(["later"]);
    await client.query("DROP TABLE broken");
    await pass(pollMs + 5);
    await until(() => others.join().includes('"everything":true'));
    await commit(second, moved("u:c"));
    await pass(5);
    await until(() => others.join().includes('"u:c"'));
  });

  test("a commit that was never announced is noticed, and ordinary commits cause no everything-moved", async () => {
    await using temp = await tempPostgresSchema();
    await using client = await connected(temp.url);
    const { pass } = stopTime();
    await using first = await openPostgres({ url: temp.url });
    await using second = await openPostgres({ url: temp.url });
    const [own, other] = [heardOf(first), heardOf(second)];
    const catchUp = () => Promise.all([first.signals.catchUp(), second.signals.catchUp()]);
    const ordinary = [];
    for (let n = 0; n < 100; n += 1) {
      const turn = n % 2 === 0 ? first : second;
      ordinary.push(commit(turn, moved(`u:${n}`), { kind: "deliveries-due" }));
      if (n % 10 === 0) await Promise.all(ordinary.splice(0));
      vi.advanceTimersByTime(5);
      // Like each request.
      await catchUp();
    }
    await Promise.all(ordinary);
    await pass(5);
    const scopesIn = (heard: readonly Signal[]): Set<string> =>
      new Set(heard.flatMap((each) => (each.kind === "scopes-moved" ? each.scopes : [])));
    await until(() => scopesIn(own).size === 100 && scopesIn(other).size === 100);
    // Once these arrive, so have all announcements of the commits before.
    const heardLast = [first, second].map(
      ({ relay }) =>
        new Promise<void>((done) =>
          relay?.listen({ heard: () => done(), joined: () => undefined }),
        ),
    );
    await pass(5);
    for (const { relay } of [first, second]) relay?.say("last");
    await pass(5);
    await Promise.all(heardLast);
    // Longer than the interval of polls and the grace period.
    await pass(lookMs);
    await catchUp();
    await pass(graceMs);
    for (const heard of [own, other]) {
      expect(heard).not.toContainEqual({ kind: "everything-moved" });
      heard.length = 0;
    }
    // Like a process killed before its announcement. No other queries run meanwhile.
    await client.query(
      "UPDATE shared_number SET value = value + 1 WHERE name IN ('signals', 'settings')",
    );
    await pass(lookMs);
    // Both polls are answered now.
    await until(() => own.length > 0 && other.length > 0);
    await pass(graceMs);
    const everything = [{ kind: "settings-changed" }, { kind: "everything-moved" }];
    expect(own).toEqual(everything);
    expect(other).toEqual(everything);
    await commit(first, moved("u:a"));
    await pass(5);
    await until(() => other.length > 2);
    await catchUp();
    await pass(graceMs);
    expect(own).toEqual([...everything, moved("u:a")]);
    expect(other).toEqual([...everything, moved("u:a")]);
  });

  test("catchUp delivers all that was committed before, even without a listening connection", async () => {
    await using first = await tempPostgresDatabase();
    await using second = await openPostgres({ url: first.url });
    const isDeafened = async (n: number): Promise<unknown> =>
      n % 10 === 5 ? deafen(first.url) : null;
    for (let n = 0; n < 40; n += 1) {
      const heard = heardOf(second);
      await isDeafened(n);
      await commit(first, {
        kind: n % 2 === 0 ? "settings-changed" : "credentials-changed",
        ended: [],
      });
      await second.signals.catchUp();
      const kind = n % 2 === 0 ? "settings-changed" : "credentials-changed";
      expect(heard.map((each) => each.kind)).toContain(kind);
    }
  });

  test("a transaction knows the changes committed before it, once othersCaughtUp resolves", async () => {
    await using first = await tempPostgresDatabase();
    await using second = await openPostgres({ url: first.url });
    for (let n = 0; n < 20; n += 1) {
      let changes = 0;
      const stop = second.signals.listen((heard) => {
        if (heard.some(({ kind }) => kind === "credentials-changed")) changes += 1;
      });
      // They meet at the lock: one of them waits for the other.
      const changing = commit(first, { kind: "credentials-changed", ended: [] });
      let isAfter = false;
      const done = changing.then(() => (isAfter = true));
      await second.database.write(async ({ othersCaughtUp, meta }) => {
        await meta.nextSeq();
        await othersCaughtUp;
        if (isAfter) expect(changes).toBeGreaterThan(0);
      });
      await done;
      await second.database.write(async ({ othersCaughtUp }) => {
        await othersCaughtUp;
        expect(changes).toBeGreaterThan(0);
      });
      stop();
    }
  });

  test("no change by another process is missed, even with constant reads during own commits", async () => {
    await using first = await tempPostgresDatabase();
    await using other = await connected(first.url);
    let changes = 0;
    first.signals.listen((heard) => {
      if (heard.some(({ kind }) => kind === "credentials-changed")) changes += 1;
    });
    for (let round = 0; round < 60; round += 1) {
      let isDone = false;
      const looking = (async () => {
        while (!isDone) await first.signals.catchUp();
      })();
      for (let n = 0; n < 10; n += 1) {
        await commit(first, { kind: "credentials-changed", ended: [] });
      }
      isDone = true;
      await looking;
      await first.signals.catchUp();
      const before = changes;
      // Like a process killed before its announcement.
      await other.query("UPDATE shared_number SET value = value + 1 WHERE name = 'credentials'");
      await first.signals.catchUp();
      expect(changes).toBe(before + 1);
    }
  });

  test("a commit just before closing is still announced", async () => {
    await using first = await tempPostgresDatabase();
    const second = await openPostgres({ url: first.url });
    const heard = heardOf(first);
    await commit(second, moved("u:last"));
    await second.close();
    await vi.waitFor(() => expect(heard).toEqual([moved("u:last")]));
  });

  test("an unreadable notification, as from a newer version, counts as everything-moved", async () => {
    await using open = await tempPostgresDatabase();
    await using client = await connected(open.url);
    const heard = heardOf(open);
    await client.query("SELECT pg_notify('tidemark_signals', 'what a later version says')");
    await vi.waitFor(() => expect(heard).toEqual([{ kind: "everything-moved" }]));
  });
});
