import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { findPostgres } from "../../../../../scripts/postgres/find-postgres.ts";
import { tempPostgres } from "../../../../../scripts/postgres/temp-postgres.ts";
import { isPostgres } from "../../temp-postgres-database.ts";
import { asAlice } from "./as-alice.ts";
import { ownProgram } from "./own-program.ts";
import { ownServers } from "./own-server.ts";
import { askAt, copiedDatabase, epochAt, firstAsk } from "./put-back.ts";

/** Runs a PostgreSQL program and returns its output. */
function program(name: "pg_dump" | "psql", ...args: string[]): string {
  return execFileSync(join(findPostgres() ?? "", name), args, {
    encoding: "utf8",
    maxBuffer: 100_000_000,
    stdio: ["ignore", "pipe", "pipe"],
  });
}

describe.runIf(isPostgres)("a database restored from pg_dump", () => {
  test.each([true, false])("gets a new epoch (by new-epoch: %s)", async (byVerb) => {
    await using temp = await tempPostgres();
    await using copied = await copiedDatabase(temp.url);
    await using servers = ownServers();
    const dump = join(servers.dir, "tidemark.sql");
    const args = [
      ...["--data", join(servers.dir, "a"), "--database", temp.url],
      ...["--secret-key-file", join(servers.dir, "secret.key"), "--files", join(servers.dir, "f")],
    ];
    let server = await servers.start(args);
    const alice = await asAlice(server.url);
    const write = async (content: string) => alice.ask("POST", "/memos", { content });
    expect(await write("kept")).toMatchObject({ status: 200 });
    const epoch = await epochAt(server.url);
    // Dumps while the server runs.
    program("pg_dump", "--file", dump, temp.url);
    expect(await write("lost")).toMatchObject({ status: 200 });
    const asker = await firstAsk(server.url);
    await server[Symbol.asyncDispose]();

    await copied.empty();
    program("psql", "--quiet", "--set=ON_ERROR_STOP=1", "--file", dump, temp.url);
    if (byVerb) {
      await using verb = ownProgram(["new-epoch", "--database", temp.url]);
      expect(await verb.ended).toBe(0);
      expect(verb.output()).toMatch(/^new-epoch: begun at change \d+: /);
    }
    // A process with a new folder has no record of the old database.
    const other = args.map((arg) =>
      arg === join(servers.dir, "a") ? join(servers.dir, "b") : arg,
    );
    server = await servers.start(byVerb ? args : other);
    expect(servers.log.filter((line) => line.includes("older than the one last served"))).toEqual(
      [],
    );
    if (byVerb) expect(await epochAt(server.url)).not.toBe(epoch);
    expect(await askAt(server.url, asker)).toBe(true);
    expect(asker.epoch).toBe(await epochAt(server.url));
    const again = await asAlice(server.url);
    const { body } = await again.ask("GET", "/memos");
    expect(body["memos"]).toMatchObject([{ content: "kept" }]);
  });
});
