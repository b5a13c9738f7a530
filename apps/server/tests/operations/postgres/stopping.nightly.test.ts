import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { ask } from "../../../../../scripts/postgres/ask.ts";
import { openPostgresProxy } from "../../../../../scripts/postgres/postgres-proxy.ts";
import { tempPostgres } from "../../../../../scripts/postgres/temp-postgres.ts";
import { password } from "../../http-server.ts";
import { isPostgres, openTempPostgres } from "../../temp-postgres-database.ts";
import { asAlice } from "./as-alice.ts";
import { ownProgram } from "./own-program.ts";

let dir = "";
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "tidemark-stopping-"));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

function argsOf(url: string): string[] {
  const file = join(dir, "database.url");
  writeFileSync(file, url);
  return [
    ...["--data", join(dir, "data"), "--database-file", file, "--port", "0"],
    ...["--admin-username", "alice", "--admin-password", password],
  ];
}

// A program that doesn't shut down within three seconds exits with a code other than 0.
describe.runIf(isPostgres)("SIGTERM ends a program in time", () => {
  test("whose database stopped responding, with requests running", async () => {
    await using temp = await tempPostgres();
    await using proxy = await openPostgresProxy(Number(new URL(temp.url).port));
    await using server = ownProgram(argsOf(proxy.through(temp.url)));
    const alice = await asAlice(await server.url);
    expect(await alice.ask("POST", "/memos", { content: "x" })).toMatchObject({ status: 200 });
    proxy.fallSilent();
    const asked = ["/memos", "/attachments"].map((path) =>
      alice.ask("GET", path).catch(() => null),
    );
    server.signal("SIGTERM");
    expect(await server.ended).toBe(0);
    await Promise.all(asked);
  });

  test("that starts with an unresponsive database host", async () => {
    await using temp = await tempPostgres();
    await using proxy = await openPostgresProxy(Number(new URL(temp.url).port));
    proxy.fallSilent();
    const begun = proxy.nextConnection();
    await using server = ownProgram(argsOf(proxy.through(temp.url)));
    await begun;
    server.signal("SIGTERM");
    expect(await server.ended).toBe(0);
  });

  test("that waits for another to migrate the schema", async () => {
    await using open = await openTempPostgres({});
    await using other = Object.assign(new Client({ connectionString: open.url }), {
      [Symbol.asyncDispose]: (): Promise<void> => other.end(),
    });
    await other.connect();
    await other.query("BEGIN; SELECT FROM meta FOR UPDATE");
    await using server = ownProgram(argsOf(open.url));
    await vi.waitFor(async () => {
      const waiting = await ask(
        open.url,
        "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
      );
      expect(waiting).toHaveLength(1);
    }, 60_000);
    server.signal("SIGTERM");
    expect(await server.ended).toBe(0);
  });
});
