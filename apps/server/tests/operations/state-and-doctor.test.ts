import { chmodSync, rmSync } from "node:fs";
import { join } from "node:path";
import { pino } from "pino";
import { describe, expect, test } from "vitest";
import { askControl } from "../../src/control/control-socket.ts";
import { createRecentWarnings } from "../../src/services/recent-warnings.ts";
import { examine } from "../../src/verbs/examine.ts";
import { isProblem } from "../../src/verbs/finding.ts";
import { asAlice } from "./postgres/as-alice.ts";
import { ownServers } from "./postgres/own-server.ts";

const isPosix = process.platform !== "win32";

async function begin(servers: ReturnType<typeof ownServers>) {
  const data = join(servers.dir, "data");
  const warnings = createRecentWarnings();
  const logger = pino({ hooks: warnings.hooks }, { write: () => undefined });
  const server = await servers.start(["--data", data], { warnings, logger, commit: "abcdef" });
  const config = { data, files: null, s3: null, database: null, secretKeyFile: null };
  return { data, config, server, logger };
}

describe("the state of a server", () => {
  test("has version, database, sessions, disks and warnings, for administrators", async () => {
    await using servers = ownServers();
    const { data, server, logger } = await begin(servers);
    const alice = await asAlice(server.url);
    logger.warn({ detail: "not shown" }, "something odd");
    const reply = await alice.ask("GET", "/instance/state");
    expect(reply.body).toMatchObject({
      version: "1.2.3",
      commit: "abcdef",
      database: { driver: "sqlite", schema: expect.any(Number), sizeBytes: expect.any(String) },
      process: { openStreams: 0 },
      sessions: { web: 1, device: 0 },
      disks: [
        { place: "data", freeBytes: expect.any(String) },
        { place: "files", freeBytes: expect.any(String) },
      ],
      diskShort: false,
      removalPaused: false,
      warnings: [{ level: "warn", message: "something odd" }],
    });
    expect(JSON.stringify(reply.body)).not.toContain("not shown");
    expect(reply.body).not.toHaveProperty("lastBackupTime");
    if (!isPosix) return;
    const lines = await askControl(data, { command: "state" });
    expect(lines).toMatchObject({
      ok: true,
      lines: expect.arrayContaining([
        "version: 1.2.3 (abcdef)",
        "sessions: 1 in browsers, 0 of devices",
        "last backup: none in the audit log",
        expect.stringMatching(/^warn .*: something odd$/),
      ]),
    });
  });
});

describe.runIf(isPosix)("the doctor", () => {
  test("finds nothing with a server that is well", async () => {
    await using servers = ownServers();
    const { config } = await begin(servers);
    const lines = await examine(config);
    expect(lines.map((line) => line.replace(/:.*/, ""))).toEqual([
      "folder",
      "key",
      "disk",
      "server",
      "clock",
      "proxy",
      "database",
    ]);
    expect(lines.filter(isProblem)).toEqual([]);
  });

  test("names each problem with its remedy", async () => {
    await using servers = ownServers();
    const { data, config, server } = await begin(servers);
    await fetch(`${server.url}/healthz`, { headers: { "x-forwarded-for": "198.51.100.7" } });
    chmodSync(join(data, "secret.key"), 0o644);
    const problems = (await examine(config)).filter(isProblem);
    expect(problems).toEqual([
      expect.stringMatching(/^key: other users can open .*: chmod 600 /),
      expect.stringContaining("start with --trusted-proxy"),
    ]);
    await server[Symbol.asyncDispose]();
    rmSync(join(data, "secret.key"));
    expect((await examine(config)).filter(isProblem)).toEqual([
      expect.stringMatching(/^key: .* is missing/),
      expect.stringMatching(/^server: not running/),
    ]);
  });
});
