import type { CommitEffect, Database } from "@tidemark/core";
import { describe, expect, test } from "vitest";
import { tempFolder } from "../tests/temp-database.ts";
import type { DatabaseRole } from "./dialect/sqlite-connection.ts";
import { openDatabase } from "../tests/engine.ts";
import { defineMeta, metaForm } from "@tidemark/core";

const key = defineMeta("key", metaForm.text);

interface Heard extends AsyncDisposable {
  readonly database: Database;
  /** Ids in the effects of each commit. */
  readonly commits: string[][];
  /** Makes the next statement with this text fail. */
  failAt(sql: string): void;
  /** Errors thrown by listeners. */
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

describe("effects of a write", () => {
  test("are passed on after its commit and before it resolves, in order", async () => {
    await using world = await open();
    const { database, commits } = world;
    const seen: unknown[] = [];
    database.onCommit(() => {
      // The listener's own transaction begins later, so its snapshot includes the write.
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

  test("are an empty list for a write without any", async () => {
    await using world = await open("device");
    await world.database.write(({ meta }) => meta.set(key, "value"));
    await world.database.read(({ meta }) => meta.get(key));
    expect(world.commits).toEqual([[]]);
  });

  test("are not passed to a listener that was removed", async () => {
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
  test("effects of a write that is rolled back are dropped", async () => {
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

  test("effects of a write whose commit fails are dropped", async () => {
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

  test("undoing a savepoint drops its effects, with those of nested savepoints", async () => {
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
  test("pass on their effects together after it, without those of a failed write", async () => {
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

  test("pass on no effects if it fails", async () => {
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

  test("see pending effects of earlier writes, but not of failed ones", async () => {
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
  test("fails no write, and does not affect other listeners", async () => {
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

test("a listener may begin a write, which runs after those that are queued", async () => {
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
