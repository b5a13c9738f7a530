import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { packFiles } from "@tidemark/transfer/backup";
import { describe, expect, test } from "vitest";
import { backUp } from "../../src/backup/back-up.ts";
import { backUpWithKey } from "../../src/backup/moving-archive.ts";
import { restore } from "../../src/backup/restore.ts";
import { asAlice } from "./postgres/as-alice.ts";
import { ownServers } from "./postgres/own-server.ts";

const hello = Buffer.from("hello").toString("base64");

/** Writes an archive of a server with a memo, a file and a share link. */
async function begin(servers: ReturnType<typeof ownServers>) {
  const place = { data: join(servers.dir, "old"), files: null };
  const server = await servers.start(["--data", place.data]);
  const alice = await asAlice(server.url);
  const { body: memo } = await alice.ask("POST", "/memos", { content: "low water" });
  await alice.ask("POST", "/attachments", {
    filename: "a.txt",
    type: "text/plain",
    content: hello,
  });
  const { body: share } = await alice.ask("POST", `/${String(memo["name"])}/shares`, {});
  const archive = join(servers.dir, "everything.tar");
  const key = join(place.data, "secret.key");
  const done = await backUpWithKey(place, key, archive, () => undefined);
  expect(done).toEqual({ ok: true, value: `1 memos, 1 files and the key in ${archive}` });
  return { place, key, archive, memo, share };
}

describe("an archive for another machine", () => {
  test("brings everything into an empty folder, with what the key encrypts", async () => {
    await using servers = ownServers();
    const { key, archive, memo, share } = await begin(servers);
    if (process.platform !== "win32") expect(statSync(archive).mode & 0o777).toBe(0o600);
    expect(existsSync(`${archive}.database`)).toBe(false);
    const data = join(servers.dir, "new");
    expect(await restore({ data, files: null }, archive, { keepTokens: false })).toMatchObject({
      ok: true,
      value: { memos: 1, broughtFiles: 1, missingFiles: 0, damagedFiles: 0, blobs: archive },
    });
    expect(existsSync(join(data, "restoring"))).toBe(false);
    expect(readFileSync(join(data, "secret.key"))).toEqual(readFileSync(key));
    const server = await servers.start(["--data", data]);
    const alice = await asAlice(server.url);
    const shares = await alice.ask("GET", `/${String(memo["name"])}/shares`);
    expect(shares.body["memoShares"]).toMatchObject([{ name: share["name"] }]);
  });

  test("replaces no other key, and nothing else then", async () => {
    await using servers = ownServers();
    const { archive } = await begin(servers);
    const data = join(servers.dir, "other");
    const server = await servers.start(["--data", data]);
    const alice = await asAlice(server.url);
    await alice.ask("POST", "/memos", { content: "another instance" });
    await server[Symbol.asyncDispose]();
    expect(await restore({ data, files: null }, archive, { keepTokens: false })).toEqual({
      ok: false,
      error: expect.stringContaining("has the key of another instance"),
    });
    const again = await servers.start(["--data", data]);
    const memos = await (await asAlice(again.url)).ask("GET", "/memos");
    expect(memos.body["memos"]).toMatchObject([{ content: "another instance" }]);
  });

  test("is refused if it was cut off, or has unexpected entries", async () => {
    await using servers = ownServers();
    const { place, key, archive } = await begin(servers);
    const data = join(servers.dir, "new");
    const restored = (file: string) => restore({ data, files: null }, file, { keepTokens: false });
    const cut = join(servers.dir, "cut.tar");
    writeFileSync(cut, readFileSync(archive).subarray(0, 200_000));
    expect(await restored(cut)).toEqual({ ok: false, error: expect.stringContaining("damaged") });

    const copy = join(servers.dir, "copy.db");
    await backUp(place, copy);
    const parts = [
      { name: "tidemark.db", path: copy },
      { name: "secret.key", path: key },
    ];
    for (const name of ["../secret.key", "/etc/passwd", "blobs/ab/../../x", "other"]) {
      const odd = join(servers.dir, "odd.tar");
      await packFiles(odd, [...parts, { name, path: key }]);
      expect(await restored(odd)).toEqual({
        ok: false,
        error: expect.stringContaining("has an unexpected entry"),
      });
    }
    const twice = join(servers.dir, "twice.tar");
    await packFiles(twice, [...parts, ...parts]);
    expect(await restored(twice)).toMatchObject({ ok: false });
    const keyless = join(servers.dir, "keyless.tar");
    await packFiles(keyless, parts.slice(0, 1));
    expect(await restored(keyless)).toMatchObject({ ok: false });
    expect(existsSync(join(data, "tidemark.db"))).toBe(false);
    expect(existsSync(join(servers.dir, "secret.key"))).toBe(false);
  });

  test("needs the key of the instance", async () => {
    await using servers = ownServers();
    const { place, key, archive } = await begin(servers);
    const out = join(servers.dir, "second.tar");
    const none = join(servers.dir, "none.key");
    expect(await backUpWithKey(place, none, out, () => undefined)).toEqual({
      ok: false,
      error: `${none} is no key of an instance`,
    });
    expect(existsSync(out)).toBe(false);
    // A folder in the way of the copy.
    mkdirSync(`${out}.database.partial`);
    copyFileSync(archive, out);
    expect(await backUpWithKey(place, key, out, () => undefined)).toMatchObject({ ok: false });
    expect(readFileSync(out)).toEqual(readFileSync(archive));
  });
});
