import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { defineMeta, metaForm } from "@tidemark/core";
import S3rver from "s3rver";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { openMarker } from "../../src/files/store/open-files.ts";
import { folderMarker } from "../../src/files/store/store-marker.ts";
import { claimFiles } from "../../src/start/claim-files.ts";
import { filesMarkedKey } from "../../src/start/instance-meta.ts";
import { startHttpServer } from "../http-server.ts";
import { ownServers } from "../operations/postgres/own-server.ts";

let folder = "";
let service: S3rver;
let endpoint = "";

beforeAll(async () => {
  vi.stubEnv("AWS_ACCESS_KEY_ID", "S3RVER");
  vi.stubEnv("AWS_SECRET_ACCESS_KEY", "S3RVER");
  folder = mkdtempSync(join(tmpdir(), "tidemark-marker-"));
  service = new S3rver({
    address: "127.0.0.1",
    port: 0,
    silent: true,
    directory: join(folder, "buckets"),
    configureBuckets: [{ name: "files" }, { name: "served" }],
  });
  const { port } = await service.run();
  endpoint = `http://127.0.0.1:${port}`;
});

afterAll(async () => {
  await service.close();
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

describe("a store of files that is claimed", () => {
  const shared = { isShared: true };

  test("delays no writes, even if it is slow", async () => {
    await using server = await startHttpServer();
    const { database } = server.services;
    using marker = folderMarker(join(folder, "slow"));
    const asked = { read: Promise.withResolvers<void>(), make: Promise.withResolvers<void>() };
    const answers = { read: Promise.withResolvers<void>(), make: Promise.withResolvers<void>() };
    let reads = 0;
    const claiming = claimFiles(
      database,
      {
        ...marker,
        async read() {
          reads += 1;
          if (reads > 1) {
            asked.read.resolve();
            await answers.read.promise;
          }
          return marker.read();
        },
        async make(instance) {
          asked.make.resolve();
          await answers.make.promise;
          return marker.make(instance);
        },
      },
      shared,
    );
    for (const step of ["read", "make"] as const) {
      await asked[step].promise;
      await database.write(({ meta }) => meta.set(defineMeta("a_note", metaForm.text), step));
      answers[step].resolve();
    }
    expect(await claiming).toEqual({ ok: true, value: null });
  });

  test("by several processes at once belongs to them in one place, and stays empty in another", async () => {
    await using server = await startHttpServer();
    const { database } = server.services;
    for (let round = 0; round < 5; round += 1) {
      await database.write(({ meta }) => meta.set(filesMarkedKey, null));
      const places = ["here", "there"].map((name) => join(folder, `at-once-${round}`, name));
      const outcomes = await Promise.all(
        [...places, ...places].map(async (place) => {
          using marker = folderMarker(place);
          const { ok } = await claimFiles(database, marker, shared);
          return { place, ok };
        }),
      );
      const claimed = outcomes.filter(({ ok }) => ok).map(({ place }) => place);
      expect(claimed).toHaveLength(2);
      expect(claimed[0]).toBe(claimed[1]);
      const others = places.filter((place) => place !== claimed[0]);
      expect(others.map((place) => existsSync(place))).toEqual([false]);
    }
  });
});

describe("the ownership mark of a file store", () => {
  test.each([
    ["in a folder", false],
    ["in a bucket", true],
  ])("is created if missing, and read %s", async (_, isBucket) => {
    const s3 = isBucket ? { bucket: "files", endpoint, region: "us-east-1" } : null;
    using marker = await openMarker(join(folder, "store"), s3);
    expect(await marker.read()).toBeNull();
    await marker.make("one");
    expect(await marker.read()).toBe("one");
    expect(marker.place).toContain("blobs/instance");
  });

  test("is one complete mark if several are created at once", async () => {
    const files = join(folder, "raced");
    using marker = await openMarker(files, null);
    const names = Array.from({ length: 20 }, (_, n) => `instance-${n}`);
    await Promise.all(names.map((name) => marker.make(name)));
    expect(names).toContain(await marker.read());
    expect(readdirSync(join(files, "blobs"))).toEqual(["instance"]);
  });

  test("prevents a server from using a bucket of another instance", async () => {
    await using servers = ownServers();
    const bucket = ["--s3-bucket", "served", "--s3-endpoint", endpoint];
    const one = await servers.start(["--data", join(servers.dir, "one"), ...bucket]);
    await one[Symbol.asyncDispose]();
    await servers.start(["--data", join(servers.dir, "one"), ...bucket]);
    const other = await servers.refused(["--data", join(servers.dir, "other"), ...bucket]);
    expect(other.message).toContain("another instance, according to s3://served/blobs/instance");
    const missing = ["--s3-bucket", "none", "--s3-endpoint", endpoint];
    const none = await servers.refused(["--data", join(servers.dir, "other"), ...missing]);
    expect(none.message).toContain("the bucket none cannot be used");
    expect(readFileSync(join(servers.dir, "one", "secret.key"), "utf8")).not.toBe("");
  });
});
