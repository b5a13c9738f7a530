import type { CommitEffect, Database } from "@tidemark/core";
import { describe, expect, test } from "vitest";
import { tempFolder } from "../tests/temp-database.ts";
import type { DatabaseRole } from "./dialect/sqlite-connection.ts";
import { openDatabase } from "../tests/engine.ts";
import { defineMeta, metaForm } from "@tidemark/core";

const key = defineMeta("key", metaForm.text);

interface Heard extends AsyncDisposable {
  readonly database: Database;
  /** Ids that were told of, a list for each commit. */
  readonly commits: string[][];
  /** Makes the next statement with this text fail. */
  failAt(sql: string): void;
  /** What listeners threw. */
  readonly thrown: unknown[];
}

async function open(role: DatabaseRole = "server"): Promise<Heard> {
  const folder = tempFolder();
  let failing: string | null = null;
  const thrown: unknown[] = [];
  const opened = await openDatabase({
    file: folder.file("memos.db"),
    role,
    beforeStatement(sql) {
      if (sql !== failing) return;
      failing = null;
      throw new Error("the disk says no");
    },
    onListenerError: (error) => thrown.push(error),
  });
  const commits: string[][] = [];
  opened.database.onCommit((effects) => commits.push(effects.map(idOf)));
  return {
    database: opened.database,
    commits,
    failAt: (sql) => {
      failing = sql;
    },
    thrown,
    async [Symbol.asyncDispose]() {
      await opened.close();
      folder[Symbol.dispose]();
    },
  };
}

const effect = (id: string): CommitEffect => ({ kind: "memo-written", id });
const idOf = (given: CommitEffect): string => ("id" in given ? given.id : given.kind);

describe("what a write names", () => {
  test("is told after its commit and before it is answered, in order", async () => {
    await using world = await open();
    const { database, commits } = world;
    const seen: unknown[] = [];
    database.onCommit(() => {
      // The listener's own transaction is a later one: its snapshot is what others find now.
      seen.push(database.read(({ meta }) => meta.get(key)));
    });
    await database
      .write(async (stores) => {
        stores.afterCommit(effect("a"));
        await stores.meta.set(key, "written");
        stores.afterCommit(effect("b"));
        expect(commits).toEqual([]);
      })
      .then(() => expect(commits).toEqual([["a", "b"]]));
    expect(await Promise.all(seen)).toEqual(["written"]);
  });

  test("is nothing for a write that names nothing, which is told of all the same", async () => {
    await using world = await open("device");
    await world.database.write(({ meta }) => meta.set(key, "value"));
    await world.database.read(({ meta }) => meta.get(key));
    expect(world.commits).toEqual([[]]);
  });

  test("is told no more to a listener that has stopped", async () => {
    await using world = await open();
    const heard: string[] = [];
    const stop = world.database.onCommit((effects) => heard.push(...effects.map(idOf)));
    await world.database.write(async ({ afterCommit }) => afterCommit(effect("a")));
    stop();
    await world.database.write(async ({ afterCommit }) => afterCommit(effect("b")));
    expect(heard).toEqual(["a"]);
    expect(world.commits).toEqual([["a"], ["b"]]);
  });
});

describe.each(["server", "device"] as const)("on a %s", (role) => {
  test("what a write that is rolled back has named is never told", async () => {
    await using world = await open(role);
    const failed = world.database.write(async (stores) => {
      stores.afterCommit(effect("undone"));
      await stores.savepoint(async () => stores.afterCommit(effect("undone too")));
      throw new Error("changed its mind");
    });
    await expect(failed).rejects.toThrow("changed its mind");
    expect(world.commits).toEqual([]);
    await world.database.write(async ({ afterCommit }) => afterCommit(effect("next")));
    expect(world.commits).toEqual([["next"]]);
  });

  test("what a write has named whose commit fails is never told", async () => {
    await using world = await open(role);
    world.failAt("COMMIT");
    const failed = world.database.write(async ({ meta, afterCommit }) => {
      await meta.set(key, "value");
      afterCommit(effect("undone"));
    });
    await expect(failed).rejects.toThrow("the disk says no");
    expect(world.commits).toEqual([]);
    await world.database.write(async ({ afterCommit }) => afterCommit(effect("next")));
    expect(world.commits).toEqual([["next"]]);
  });

  test("a savepoint that is undone drops its own, with those of savepoints inside it", async () => {
    await using world = await open(role);
    await world.database.write(async (stores) => {
      const { afterCommit, savepoint } = stores;
      const undo = async (work: () => Promise<void>): Promise<void> => {
        const undone = savepoint(async () => {
          await work();
          throw new Error("bad operation");
        });
        await expect(undone).rejects.toThrow("bad operation");
      };
      afterCommit(effect("a"));
      await savepoint(async () => {
        afterCommit(effect("b"));
        await undo(async () => afterCommit(effect("undone")));
        afterCommit(effect("c"));
      });
      await undo(async () => {
        afterCommit(effect("undone"));
        await savepoint(async () => afterCommit(effect("kept inside, undone around it")));
        afterCommit(effect("undone"));
      });
      afterCommit(effect("d"));
    });
    expect(world.commits).toEqual([["a", "b", "c", "d"]]);
  });
});

describe("writes that share a commit", () => {
  test("are told of together, after it; one that is undone is left out", async () => {
    await using world = await open();
    const { database, commits } = world;
    const named = (id: string): Promise<void> =>
      database.write(async ({ afterCommit }) => {
        afterCommit(effect(id));
        expect(commits).toEqual([]);
      });
    const outcomes = await Promise.allSettled([
      named("a"),
      database.write(async ({ afterCommit, savepoint }) => {
        afterCommit(effect("undone"));
        await savepoint(async () => afterCommit(effect("undone")));
        throw new Error("changed its mind");
      }),
      named("b"),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
    expect(commits).toEqual([["a", "b"]]);
  });

  test("are all not told of when it fails", async () => {
    await using world = await open();
    world.failAt("COMMIT");
    const outcomes = await Promise.allSettled(
      ["a", "b"].map((id) =>
        world.database.write(async ({ meta, afterCommit }) => {
          await meta.set(key, id);
          afterCommit(effect(id));
        }),
      ),
    );
    expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    expect(world.commits).toEqual([]);
  });

  test("know what those before them wait to tell, and not what was undone", async () => {
    await using world = await open();
    const { database } = world;
    const asking = (): Promise<boolean[]> =>
      database.write(async ({ awaitsCommit }) => [
        awaitsCommit("memo-written"),
        awaitsCommit("own-written"),
      ]);
    const [, , , shared] = await Promise.allSettled([
      asking(),
      database.write(async ({ afterCommit }) => afterCommit(effect("a"))),
      database.write(async ({ afterCommit }) => {
        afterCommit({ kind: "own-written" });
        throw new Error("changed its mind");
      }),
      asking(),
    ]);
    expect(world.commits).toEqual([["a"]]);
    expect(shared).toMatchObject({ value: [true, false] });
    expect(await asking()).toEqual([false, false]);
  });
});

describe("a listener that throws", () => {
  test("makes no write look failed, and keeps no other listener from hearing of it", async () => {
    await using world = await open();
    const { database } = world;
    const heard: string[] = [];
    database.onCommit(() => {
      throw new Error("a listener is broken");
    });
    database.onCommit((effects) => heard.push(...effects.map(idOf)));
    const written = ["a", "b"].map((id) =>
      database.write(async ({ meta, afterCommit }) => {
        await meta.set(defineMeta(id, metaForm.text), "written");
        afterCommit(effect(id));
        return id;
      }),
    );
    expect(await Promise.all(written)).toEqual(["a", "b"]);
    expect(heard).toEqual(["a", "b"]);
    expect(world.thrown).toMatchObject([{ message: "a listener is broken" }]);
    expect(await database.read(({ meta }) => meta.get(defineMeta("b", metaForm.text)))).toBe(
      "written",
    );
  });
});

test("a listener may begin a write, which comes after those that wait", async () => {
  await using world = await open();
  const { database, commits } = world;
  const begun: Promise<void>[] = [];
  const stop = database.onCommit(() => {
    stop();
    begun.push(database.write(async ({ afterCommit }) => afterCommit(effect("b"))));
  });
  await database.write(async ({ afterCommit }) => afterCommit(effect("a")));
  await Promise.all(begun);
  expect(commits).toEqual([["a"], ["b"]]);
});
