import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { tempPostgres } from "../../../../../scripts/postgres/temp-postgres.ts";
import { move } from "../../../src/cluster/move/move.ts";
import { isPostgres } from "../../temp-postgres-database.ts";
import { ownServers } from "./own-server.ts";

/** Terminates the connection that would complete a move. Blocks this process meanwhile. */
function endKeeper(url: string): void {
  const program = `
    const { Client } = require("pg");
    const client = new Client({ connectionString: process.argv[1] });
    client.connect()
      .then(() => client.query("SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity " +
        "WHERE application_name = 'tidemark move' AND datname = current_database() " +
        "AND state = 'idle in transaction'"))
      .then(() => client.end());`;
  execFileSync(process.execPath, ["-e", program, url], { cwd: import.meta.dirname });
}

describe.runIf(isPostgres)("a move that fails in its last step", () => {
  test("leaves the folder unchanged: it can be served, and moved by the same command", async () => {
    await using temp = await tempPostgres();
    await using servers = ownServers();
    const from = join(servers.dir, "data");
    await (await servers.start(["--data", from]))[Symbol.asyncDispose]();
    const command = {
      from,
      fromFiles: from,
      database: temp.url,
      files: null,
      s3: null,
      json: true,
    };
    let isEnded = false;
    const failed = await move(command, {
      rows: ({ stage }) => {
        if (stage !== "comparing" || isEnded) return;
        isEnded = true;
        endKeeper(temp.url);
      },
      files: () => undefined,
    });
    expect(isEnded).toBe(true);
    expect(failed).toMatchObject({ ok: false });
    expect(existsSync(join(from, "moved.json"))).toBe(false);
    await (await servers.start(["--data", from]))[Symbol.asyncDispose]();
    const done = await move(command, { rows: () => undefined, files: () => undefined });
    expect(done).toMatchObject({ ok: true });
    expect((await servers.refused(["--data", from])).message).toContain("was moved to");
  });
});
