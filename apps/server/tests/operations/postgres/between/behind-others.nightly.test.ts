import { mkdtempSync, rmSync } from "node:fs";
import { randomBytes } from "node:crypto";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { startEventListener } from "../../../../../../tests/chaos/processes/event-listener.ts";
import { tempPostgres } from "../../../../../../scripts/postgres/temp-postgres.ts";
import { password } from "../../../http-server.ts";
import { isPostgres } from "../../../temp-postgres-database.ts";
import { asAlice } from "../as-alice.ts";
import { ownProgram } from "../own-program.ts";
import { balancers } from "./balancers.ts";
import { startPooler } from "./pooler.ts";
import { findProgram } from "./program-between.ts";

// Runs whole servers behind proxies and poolers that are set up as in docs/scaling.md. Needs `apt-get install
// nginx caddy pgbouncer`; tests of missing programs are skipped.

let dir = "";
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "tidemark-between-"));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

/** Starts two programs of one instance. */
function startTwo(databaseUrl: string) {
  const args = [
    ...["--database", databaseUrl, "--port", "0", "--rate-limit", "0"],
    ...["--files", join(dir, "files"), "--secret-key-file", join(dir, "secret.key")],
    ...["--admin-username", "alice", "--admin-password", password],
    ...["--trusted-proxy", "127.0.0.1"],
  ];
  return [
    ownProgram(["--data", join(dir, "a"), ...args]),
    ownProgram(["--data", join(dir, "b"), ...args]),
  ] as const;
}

const portOf = async (program: { readonly url: Promise<string> }): Promise<number> =>
  Number(new URL(await program.url).port);

const names = ["nginx", "caddy"] as const;
describe.runIf(isPostgres).for(names)("behind %s", (name) => {
  test.skipIf(findProgram(name) === null)(
    "two programs act as one: events, large files, and reads while one of them dies",
    async () => {
      await using temp = await tempPostgres();
      const [a, b] = startTwo(temp.url);
      await using _a = a;
      await using _b = b;
      await using balancer = await balancers[name]([await portOf(a), await portOf(b)]);
      const url = `http://127.0.0.1:${balancer.port}`;
      const alice = await asAlice(url);
      const token = alice.headers["authorization"]?.replace("Bearer ", "") ?? "";

      const faults: string[] = [];
      const listener = startEventListener({ url, token, onFault: (fault) => faults.push(fault) });
      const made: unknown[] = [];
      for (const direct of [a, b]) {
        const user = await asAlice(await direct.url);
        const { body } = await user.ask("POST", "/memos", { content: "heard through it" });
        made.push(body["name"]);
      }
      await expect.poll(() => listener.heard.map((event) => event.name)).toEqual(made);

      const content = randomBytes(20_000_000);
      const sent = await alice.ask("POST", "/attachments", {
        filename: "large.bin",
        type: "application/octet-stream",
        content: content.toString("base64"),
      });
      expect(sent.status).toBe(200);
      const file = await fetch(`${url}/file/${String(sent.body["name"])}/large.bin`, alice);
      expect(content.equals(Buffer.from(await file.arrayBuffer()))).toBe(true);

      b.signal("SIGKILL");
      const statuses = new Set<number>();
      for (let n = 0; n < 100; n += 1) statuses.add((await alice.ask("GET", "/memos")).status);
      expect([...statuses]).toEqual([200]);
      const last = await alice.ask("POST", "/memos", { content: "after it died" });
      expect(last.status).toBe(200);
      await expect.poll(() => listener.heard.at(-1)?.name).toBe(last.body["name"]);
      await listener.stop();
      expect(faults).toEqual([]);
    },
    120_000,
  );
});

describe.runIf(isPostgres && findProgram("pgbouncer") !== null)("over PgBouncer", () => {
  test("processes notify each other immediately, and end revoked credentials", async () => {
    await using temp = await tempPostgres();
    await using pooler = await startPooler(temp.url);
    const [a, b] = startTwo(pooler.url);
    await using _a = a;
    await using _b = b;
    const [atA, atB] = [await asAlice(await a.url), await asAlice(await b.url)];
    const token = atB.headers["authorization"]?.replace("Bearer ", "") ?? "";
    const faults: string[] = [];
    const onFault = (fault: string): void => void faults.push(fault);
    const listener = startEventListener({ url: await b.url, token, onFault });
    const names: unknown[] = [];
    for (let n = 0; n < 20; n += 1) {
      names.push((await atA.ask("POST", "/memos", { content: `number ${n}` })).body["name"]);
    }
    await expect.poll(() => listener.heard.map(({ name }) => name)).toEqual(names);
    await listener.stop();
    expect(faults).toEqual([]);
    for (const { output } of [a, b]) expect(output()).not.toContain("hears nothing");

    expect((await atB.ask("POST", "/auth/signout")).status).toBe(200);
    const gone = await fetch(`${await a.url}/api/v1/memos`, { headers: atB.headers });
    expect(gone.status).toBe(401);
    for (const program of [a, b]) program.signal("SIGTERM");
    expect(await Promise.all([a.ended, b.ended])).toEqual([0, 0]);
  }, 120_000);
});
