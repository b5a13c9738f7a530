import { mkdirSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { listBackups } from "@tidemark/transfer/backup";
import { describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { restore } from "../../src/backup/restore.ts";
import { askControl } from "../../src/control/control-socket.ts";
import { type Alice, asAlice } from "./postgres/as-alice.ts";
import { ownServers } from "./postgres/own-server.ts";

const hello = Buffer.from("hello").toString("base64");

async function begin(servers: ReturnType<typeof ownServers>, name = "data", more: string[] = []) {
  const data = join(servers.dir, name);
  const folder = join(servers.dir, "backups");
  mkdirSync(folder, { recursive: true });
  const server = await servers.start(["--data", data, "--backup-to", folder, ...more]);
  return { data, folder, server, alice: await asAlice(server.url) };
}

/** Makes a backup over the API, and returns the state's backups after it. */
async function backUp(alice: Alice) {
  const begun = await alice.ask("POST", "/instance/backups");
  expect(begun).toMatchObject({ status: 200, body: { making: true } });
  return vi.waitFor(async () => {
    const { body } = await alice.ask("GET", "/instance/state");
    const backups = backupsSchema.parse(body["backups"]);
    expect(backups.making).toBe(false);
    return backups;
  }, 60_000);
}

const backupsSchema = z.object({
  folder: z.string(),
  time: z.string(),
  making: z.boolean(),
  kept: z.array(z.object({ name: z.string(), memoCount: z.int(), fileCount: z.int() })),
  failure: z.string().optional(),
});

const serversIn = (folder: string) => listBackups(folder, "tidemark-server-backup");

describe("scheduled backups", () => {
  test("one is made by request, and brings memos and files back", async () => {
    await using servers = ownServers();
    const { data, folder, server, alice } = await begin(servers);
    await alice.ask("POST", "/memos", { content: "low water" });
    await alice.ask("POST", "/attachments", {
      filename: "a.txt",
      type: "text/plain",
      content: hello,
    });
    const backups = await backUp(alice);
    expect(backups).toMatchObject({
      folder,
      time: "03:00",
      kept: [{ memoCount: 1, fileCount: 1 }],
    });
    expect(backups.failure).toBeUndefined();
    const { body } = await alice.ask("GET", "/instance/state");
    expect(body).toHaveProperty("lastBackupTime");
    const log = await alice.ask("GET", "/instance/auditLog?pageSize=1");
    expect(log.body["entries"]).toMatchObject([{ action: "export.backup", actor: "users/alice" }]);
    // The device's own backups may be in the same folder.
    expect(await listBackups(folder, "tidemark-backup")).toEqual([]);

    await alice.ask("POST", "/memos", { content: "after the backup" });
    await server[Symbol.asyncDispose]();
    rmSync(join(data, "blobs"), { recursive: true });
    const from = join(folder, backups.kept[0]?.name ?? "");
    const place = { data, files: null };
    expect(await restore(place, from, { keepTokens: true })).toMatchObject({
      ok: true,
      value: { memos: 1, broughtFiles: 1, missingFiles: 0, damagedFiles: 0 },
    });
    const again = await servers.start(["--data", data]);
    const restored = await asAlice(again.url);
    const memos = await restored.ask("GET", "/memos");
    expect(memos.body["memos"]).toMatchObject([{ content: "low water" }]);
  });

  test.runIf(process.platform !== "win32")("one is made by command", async () => {
    await using servers = ownServers();
    const { data, folder } = await begin(servers);
    const answer = await askControl(data, { command: "backup" });
    const [made] = await serversIn(folder);
    expect(answer).toEqual({
      ok: true,
      lines: [`backup: 0 memos and 0 files in ${made?.path ?? "none"}`],
    });
    expect(made?.manifest.why).toBe("asked");
  });

  test("they are deleted as they expire, without those of another instance", async () => {
    await using servers = ownServers();
    const other = await begin(servers, "other");
    await backUp(other.alice);
    const own = await begin(servers);
    const made: string[] = [];
    for (let count = 0; count < 5; count += 1) {
      const { kept } = await backUp(own.alice);
      made.unshift(kept[0]?.name ?? "");
      expect(kept.map(({ name }) => name)).toEqual(made.slice(0, 3));
    }
    expect(await serversIn(own.folder)).toHaveLength(4);
  });

  test("a missing folder isn't created: the error is told, and the next attempt can succeed", async () => {
    await using servers = ownServers();
    const { folder, alice, data } = await begin(servers);
    rmSync(folder, { recursive: true });
    expect(await backUp(alice)).toMatchObject({
      kept: [],
      failure: expect.stringContaining(folder),
    });
    if (process.platform !== "win32") {
      const state = await askControl(data, { command: "state" });
      expect(state).toMatchObject({
        lines: expect.arrayContaining([
          expect.stringMatching(/^the last backup failed: .*backups/),
        ]),
      });
    }
    mkdirSync(folder);
    const after = await backUp(alice);
    expect(after.kept).toHaveLength(1);
    expect(after.failure).toBeUndefined();
  });

  test("what a killed server left of one is removed", async () => {
    await using servers = ownServers();
    const { folder, alice } = await begin(servers);
    const { kept } = await backUp(alice);
    const profile = (await serversIn(folder))[0]?.manifest.profile ?? "";
    const left = join(folder, `${kept[0]?.name ?? ""}.${profile}.partial`);
    mkdirSync(left);
    writeFileSync(join(left, "tidemark.db"), "half");
    utimesSync(left, 1, 1);
    await backUp(alice);
    expect(readdirSync(folder).filter((name) => name.endsWith(".partial"))).toEqual([]);
  });

  test("without a folder for them, nothing is made", async () => {
    await using servers = ownServers();
    const server = await servers.start(["--data", join(servers.dir, "data")]);
    const alice = await asAlice(server.url);
    expect(await alice.ask("POST", "/instance/backups")).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining("--backup-to") },
    });
    expect((await alice.ask("GET", "/instance/state")).body).not.toHaveProperty("backups");
  });
});
