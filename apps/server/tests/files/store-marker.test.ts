import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import S3rver from "s3rver";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { openMarker } from "../../src/files/store/open-files.ts";
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

describe("the mark of whose a store of files is", () => {
  test.each([
    ["in a folder", false],
    ["in a bucket", true],
  ])("is made where there is none, and read %s", async (_, isBucket) => {
    const s3 = isBucket ? { bucket: "files", endpoint, region: "us-east-1" } : null;
    using marker = await openMarker(join(folder, "store"), s3);
    expect(await marker.read()).toBeNull();
    await marker.make("one");
    expect(await marker.read()).toBe("one");
    expect(marker.place).toContain("blobs/instance");
  });

  test("stays, of those that make it at once, one that was made whole", async () => {
    const files = join(folder, "raced");
    using marker = await openMarker(files, null);
    const names = Array.from({ length: 20 }, (_, n) => `instance-${n}`);
    await Promise.all(names.map((name) => marker.make(name)));
    expect(names).toContain(await marker.read());
    expect(readdirSync(join(files, "blobs"))).toEqual(["instance"]);
  });

  test("keeps a server from a bucket of another instance", async () => {
    await using servers = ownServers();
    const bucket = ["--s3-bucket", "served", "--s3-endpoint", endpoint];
    const one = await servers.start(["--data", join(servers.dir, "one"), ...bucket]);
    await one[Symbol.asyncDispose]();
    await servers.start(["--data", join(servers.dir, "one"), ...bucket]);
    const other = await servers.refused(["--data", join(servers.dir, "other"), ...bucket]);
    expect(other.message).toContain("another instance, as s3://served/blobs/instance says");
    const missing = ["--s3-bucket", "none", "--s3-endpoint", endpoint];
    const none = await servers.refused(["--data", join(servers.dir, "other"), ...missing]);
    expect(none.message).toContain("the bucket none cannot be used");
    expect(readFileSync(join(servers.dir, "one", "secret.key"), "utf8")).not.toBe("");
  });
});
