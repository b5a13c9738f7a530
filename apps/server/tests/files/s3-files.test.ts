import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ServerDatabase } from "@tidemark/core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createRemovals } from "../../src/cluster/files/removals.ts";
import { openSharedFiles } from "../../src/cluster/index.ts";
import { openS3Store } from "../../src/files/store/open-s3-store.ts";
import { openBucket } from "../../src/files/store/s3-bucket.ts";
import { startFileServer } from "../file-client.ts";
import { startHttpServer } from "../http-server.ts";
import { locationOf, text, tus } from "../sync/tus-client.ts";
import { all, keep, read, sha } from "./blobs.ts";
import { describeBucket } from "./bucket-suite.ts";
import {
  newBucket,
  type S3Service,
  startFaultyLine,
  startS3rver,
  useCredentials,
} from "./s3-services.ts";

// s3rver creates list tokens with a cipher that Node has removed, keeps the time of an object that is copied
// onto itself, and doesn't verify hashes of content.
describeBucket("s3rver", startS3rver, ["hashes", "longer lists", "renewal"]);

let folder = "";
let service: S3Service;
let credentials: Disposable;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "tidemark-s3-"));
  service = await startS3rver();
  credentials = useCredentials(service);
});

afterAll(async () => {
  credentials[Symbol.dispose]();
  await service[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

const unavailable = { error: { code: "UNAVAILABLE" } };

describe("a bucket whose service fails", () => {
  test("is UNAVAILABLE, which isn't the same as missing content", async () => {
    const other = await startS3rver();
    using store = await openS3Store(join(folder, "gone"), { s3: await newBucket(other) });
    await other[Symbol.asyncDispose]();
    for (const ask of [() => store.blobs.has(sha("x")), () => store.blobs.open(sha("x"))]) {
      await expect(ask()).rejects.toMatchObject(unavailable);
    }
  });

  test("now and then, or loses a response, still stores the content", async () => {
    await using line = await startFaultyLine(service);
    const { endpoint } = line;
    using store = await openS3Store(join(folder, "a"), {
      s3: { ...(await newBucket(service)), endpoint },
    });
    for (const fault of ["refused", "answer-lost"] as const) {
      let puts = 0;
      line.fault = (method) => {
        if (method !== "PUT") return null;
        puts += 1;
        return puts <= 2 ? fault : null;
      };
      await keep(store.blobs, fault);
      expect(puts).toBe(3);
      expect(await read(await store.blobs.open(sha(fault)))).toBe(fault);
    }
  });

  test("during an upload is 503, and the received part stays", async () => {
    await using line = await startFaultyLine(service);
    const { endpoint } = line;
    const s3 = { ...(await newBucket(service)), endpoint };
    await using api = await startFileServer(
      {},
      { openFilesOf: (at, { nowMs, database }) => openSharedFiles(at, { nowMs, database, s3 }) },
    );
    const { create, send, head } = tus(api);
    const bytes = text(20_000_000);
    const path = locationOf(await create(bytes));
    let kept = 0;
    line.fault = (method) => {
      if (method !== "PUT") return null;
      kept += 1;
      return kept > 1 ? "refused" : null;
    };
    expect((await send(path, 0, bytes)).status).toBe(503);
    const offset = Number((await head(path)).headers.get("upload-offset"));
    expect(offset).toBeGreaterThan(8_000_000);
    expect(offset).toBeLessThan(10_000_000);
    line.fault = () => null;
    expect((await send(path, offset, bytes.slice(offset))).status).toBe(204);
    expect(await all(api.server.services.files.blobs.list())).toEqual([sha(bytes)]);
    using bucket = await openBucket(s3);
    expect(await all(bucket.list("uploads/"))).toEqual([]);
  });
});

describe("content that one process removes while another one stores it", () => {
  test("exists, or is known to be missing", async () => {
    await using line = await startFaultyLine(service);
    await using server = await startHttpServer();
    const s3 = await newBucket(service);
    const shared = server.services.database;
    using removing = await openS3Store(join(folder, "one"), {
      s3: { ...s3, endpoint: line.endpoint },
      removals: createRemovals(shared, Date.now),
    });
    let onLook = (): void => undefined;
    using keeping = await openS3Store(join(folder, "two"), {
      s3,
      removals: createRemovals(
        {
          ...shared,
          read: async (work) => {
            const found = await shared.read(work);
            onLook();
            return found;
          },
        },
        Date.now,
      ),
    });
    using lonely = await openS3Store(join(folder, "three"), { s3 });

    /**
     * Runs `work` in another process while one is about to remove the content. The removal continues once the
     * other process has looked for a pending removal, or finished without looking.
     */
    async function meanwhile<T>(work: () => Promise<T>): Promise<T> {
      await keep(keeping.blobs, "content");
      const about = Promise.withResolvers<void>();
      const mayDelete = Promise.withResolvers<null>();
      line.fault = (method) => {
        if (method !== "DELETE") return null;
        about.resolve();
        return mayDelete.promise;
      };
      const removed = removing.blobs.remove(sha("content"), Number.POSITIVE_INFINITY);
      await about.promise;
      onLook = () => mayDelete.resolve(null);
      const done = await work().finally(onLook);
      expect(await removed).toBe(true);
      return done;
    }

    expect(await meanwhile(() => keeping.blobs.refresh(sha("content")))).toBe(false);
    await meanwhile(() => keep(keeping.blobs, "content"));
    expect(await read(await keeping.blobs.open(sha("content")))).toBe("content");
    // A process that doesn't check for removals assumes that the content exists.
    expect(await meanwhile(() => lonely.blobs.refresh(sha("content")))).toBe(true);
    expect(await keeping.blobs.has(sha("content"))).toBe(false);
  });

  test.each(["refresh", "keep"] as const)(
    "is stored again if its removal completes before the check: %s",
    async (how) => {
      await using line = await startFaultyLine(service);
      await using server = await startHttpServer();
      const s3 = await newBucket(service);
      const shared = server.services.database;
      using removing = await openS3Store(join(folder, `${how}-one`), {
        s3: { ...s3, endpoint: line.endpoint },
        removals: createRemovals(shared, Date.now),
      });
      const about = Promise.withResolvers<void>();
      const mayDelete = Promise.withResolvers<null>();
      line.fault = (method) => {
        if (method !== "DELETE") return null;
        about.resolve();
        return mayDelete.promise;
      };
      const looks: boolean[] = [];
      using keeping = await openS3Store(join(folder, `${how}-two`), {
        s3,
        // The process stored over the existing content, and is slow to check for removals.
        removals: createRemovals(
          reading(shared, async () => {
            mayDelete.resolve(null);
            looks.push(await removed);
          }),
          Date.now,
        ),
      });
      using first = await openS3Store(join(folder, `${how}-three`), { s3 });
      await keep(first.blobs, how);
      const removed = removing.blobs.remove(sha(how), Number.POSITIVE_INFINITY);
      await about.promise;
      const { blobs } = keeping;
      if (how === "keep") await keep(blobs, how);
      const isKept = how === "keep" || (await blobs.refresh(sha(how)));
      expect(looks[0]).toBe(true);
      expect(isKept).toBe(how === "keep");
      expect(await blobs.has(sha(how))).toBe(isKept);
    },
  );

  test("stays if its removal is late, or another process is removing it", async () => {
    await using line = await startFaultyLine(service);
    await using server = await startHttpServer();
    const s3 = await newBucket(service);
    let nowMs = Date.now();
    const open = (part: string) =>
      openS3Store(join(folder, part), {
        s3: { ...s3, endpoint: line.endpoint },
        removals: createRemovals(server.services.database, () => nowMs),
      });
    using one = await open("slow-one");
    using two = await open("slow-two");
    await keep(one.blobs, "slow");
    const remove = ({ blobs }: typeof one) => blobs.remove(sha("slow"), Number.POSITIVE_INFINITY);
    let deletions = 0;
    line.fault = (method) => {
      if (method === "HEAD") nowMs += 31_000;
      if (method === "DELETE") deletions += 1;
      return method === "DELETE" ? "refused" : null;
    };
    expect(await remove(one)).toBe(false);
    expect(deletions).toBe(0);
    line.fault = (method) => {
      if (method === "DELETE") deletions += 1;
      return method === "DELETE" ? "refused" : null;
    };
    // The deletion may still succeed, so it isn't sent again.
    await expect(remove(one)).rejects.toMatchObject(unavailable);
    expect(deletions).toBe(1);
    expect(await remove(two)).toBe(false);
    expect(deletions).toBe(1);
    line.fault = () => null;
    nowMs += 120_000;
    expect(await remove(two)).toBe(true);
  });

  test("is waited for only for a limited time", async () => {
    await using line = await startFaultyLine(service);
    const s3 = await newBucket(service);
    using bucket = await openBucket({ ...s3, endpoint: line.endpoint });
    const never = Promise.withResolvers<null>();
    line.fault = () => never.promise;
    await expect(bucket.removeOnce("key", 50)).rejects.toMatchObject(unavailable);
  });
});

/** Wraps a database so that each read first waits for `before`. */
function reading(database: ServerDatabase, before: () => Promise<void>): ServerDatabase {
  return {
    ...database,
    read: async (work) => {
      await before();
      return database.read(work);
    },
  };
}
