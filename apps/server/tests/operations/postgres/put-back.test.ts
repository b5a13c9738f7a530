import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { ask } from "../../../../../scripts/postgres/ask.ts";
import { tempPostgres } from "../../../../../scripts/postgres/temp-postgres.ts";
import { beginNewEpoch } from "../../../src/verbs/begin-new-epoch.ts";
import { isPostgres } from "../../temp-postgres-database.ts";
import { type Alice, asAlice } from "./as-alice.ts";
import { ownServers, type OwnServers } from "./own-server.ts";
import { askAt, copiedDatabase, epochAt, firstAsk } from "./put-back.ts";

function member({ dir }: Pick<OwnServers, "dir">, name: string, url: string): string[] {
  return [
    ...["--data", join(dir, name), "--database", url],
    ...["--files", join(dir, "files"), "--secret-key-file", join(dir, "secret.key")],
  ];
}

const olderWords = "the database is older than the one last served";
const olderIn = (log: readonly string[]): string[] =>
  log.filter((line) => line.includes(olderWords));

/** Creates memos, retrying after a lost connection, as clients do. */
async function write(alice: Alice, count = 1): Promise<void> {
  for (let n = 0, tries = 0; n < count; tries += 1) {
    const { status } = await alice.ask("POST", "/memos", { content: `memo ${n}` });
    if (status === 200) n += 1;
    else if (tries > count + 10) throw new Error(`answered by ${status}`);
  }
}

const end = (server: AsyncDisposable): PromiseLike<void> => server[Symbol.asyncDispose]();

describe.runIf(isPostgres)("the database of several processes", () => {
  test("has the same epoch at each process, and after one was stopped for a while", async () => {
    await using temp = await tempPostgres();
    await using servers = ownServers();
    const a = await servers.start(member(servers, "a", temp.url));
    let b = await servers.start(member(servers, "b", temp.url));
    const alice = await asAlice(a.url);
    await write(alice);
    const asker = await firstAsk(a.url);
    const { epoch } = asker;
    for (const { url } of [b, a, b, a]) {
      await write(alice);
      expect(await askAt(url, asker)).toBe(false);
    }
    await end(b);
    await write(alice, 5);
    await askAt(a.url, asker);
    b = await servers.start(member(servers, "b", temp.url));
    await write(await asAlice(b.url));
    expect(await askAt(b.url, asker)).toBe(false);
    expect(await askAt(a.url, asker)).toBe(false);
    expect(await epochAt(a.url)).toBe(epoch);
    expect(olderIn(servers.log)).toEqual([]);
  });

  test("was restored to an older state: a starting process detects it, and all adopt the new epoch", async () => {
    await using temp = await tempPostgres();
    await using copied = await copiedDatabase(temp.url);
    await using servers = ownServers();
    const a = await servers.start(member(servers, "a", temp.url));
    let b = await servers.start(member(servers, "b", temp.url));
    const epoch = await epochAt(a.url);
    await write(await asAlice(a.url));
    await copied.save();
    await write(await asAlice(b.url), 3);
    await end(b);
    await end(a);
    await copied.putBack();
    const again = await servers.start(member(servers, "a", temp.url));
    const now = await epochAt(again.url);
    expect(now).not.toBe(epoch);
    expect(olderIn(servers.log)).toHaveLength(1);
    // Writes more than was lost. The other process's folder then doesn't cause another epoch.
    await write(await asAlice(again.url), 6);
    b = await servers.start(member(servers, "b", temp.url));
    expect(await epochAt(b.url)).toBe(now);
    expect(olderIn(servers.log)).toHaveLength(1);
  });

  test("was restored while processes run: a process that knew of the lost changes detects it", async () => {
    await using temp = await tempPostgres();
    await using copied = await copiedDatabase(temp.url);
    await using servers = ownServers();
    const a = await servers.start(member(servers, "a", temp.url));
    const b = await servers.start(member(servers, "b", temp.url));
    const epoch = await epochAt(a.url);
    const alice = await asAlice(a.url);
    await write(alice);
    await copied.save();
    await write(alice, 3);
    await copied.putBack();
    // Process a notices at its first write, or when it next updates its folder.
    await write(alice);
    await vi.waitFor(async () => expect(await epochAt(b.url)).not.toBe(epoch));
    await write(alice);
    const now = await epochAt(b.url);
    expect(olderIn(servers.log)).toHaveLength(1);
    await write(await asAlice(b.url));
    expect(await epochAt(a.url)).toBe(now);
    expect(olderIn(servers.log)).toHaveLength(1);
  });

  test("starts a new epoch on command, even while servers run", async () => {
    await using temp = await tempPostgres();
    await using servers = ownServers();
    const place = { data: join(servers.dir, "x"), database: temp.url, files: null };
    expect(await beginNewEpoch(place)).toMatchObject({
      ok: false,
      error: {
        message: expect.stringContaining(
          "this database has never been used by a server",
        ) as unknown,
      },
    });
    expect(await ask(temp.url, "SELECT relname FROM pg_class WHERE relname LIKE 'me%'")).toEqual(
      [],
    );
    expect(existsSync(place.data)).toBe(false);
    const a = await servers.start(member(servers, "a", temp.url));
    const b = await servers.start(member(servers, "b", temp.url));
    await write(await asAlice(a.url));
    const asker = await firstAsk(b.url);
    const { epoch } = asker;
    expect(await beginNewEpoch(place)).toEqual({
      ok: true,
      value: expect.stringMatching(
        /^begun at change \d+: devices will send their data again$/,
      ) as unknown,
    });
    expect(await askAt(a.url, asker)).toBe(true);
    expect(asker.epoch).not.toBe(epoch);
    expect(await askAt(b.url, asker)).toBe(false);
    await write(await asAlice(a.url));
    await write(await asAlice(b.url));
    expect(await askAt(a.url, asker)).toBe(false);
    await end(a);
    const again = await servers.start(member(servers, "a", temp.url));
    expect(await epochAt(again.url)).toBe(asker.epoch);
    expect(olderIn(servers.log)).toEqual([]);
  });
});
