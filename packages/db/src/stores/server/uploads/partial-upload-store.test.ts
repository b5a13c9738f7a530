import { describe, expect, test } from "vitest";
import { baseMs, tempDatabase } from "../../../../tests/temp-database.ts";

const begun = (id: string, begunMs = baseMs) => ({
  id,
  user: "users/alice" as const,
  filename: "a.txt",
  type: "text/plain",
  sizeBytes: 5_000_000_000,
  sha256: "00ff",
  begunMs,
});

describe("partial uploads", () => {
  test("have their pieces in order, and a piece replaces another", async () => {
    await using open = await tempDatabase("server");
    const upload = begun("u");
    const found = await open.database.write(async ({ partialUploads }) => {
      await partialUploads.insert(upload);
      const put = (startByte: number, name: string, sizeBytes: number) =>
        partialUploads.putPiece({ upload: "u", startByte, name, sizeBytes });
      await put(3_000_000_000, "b", 10);
      await put(0, "a", 3_000_000_000);
      await put(3_000_000_000, "c", 20);
      return partialUploads.find("u");
    });
    const pieces = [
      { name: "a", sizeBytes: 3_000_000_000 },
      { name: "c", sizeBytes: 20 },
    ];
    expect(found).toEqual({ ...upload, pieces });
    expect(await open.database.read(({ partialUploads }) => partialUploads.find("v"))).toBeNull();
  });

  test("are removed once, with their pieces", async () => {
    await using open = await tempDatabase("server");
    const removed = await open.database.write(async ({ partialUploads }) => {
      await partialUploads.insert(begun("u"));
      await partialUploads.putPiece({ upload: "u", startByte: 0, name: "a", sizeBytes: 1 });
      return [await partialUploads.remove("u"), await partialUploads.remove("u")];
    });
    expect(removed).toEqual([true, false]);
    const found = await open.database.write(async ({ partialUploads }) => {
      await partialUploads.insert(begun("u"));
      return partialUploads.find("u");
    });
    expect(found?.pieces).toEqual([]);
  });

  test("are counted by user, and listed by start", async () => {
    await using open = await tempDatabase("server");
    const { database } = open;
    await database.write(async ({ partialUploads }) => {
      for (const [id, ms] of [
        ["late", 3],
        ["old", 1],
        ["older", 0],
      ] as const) {
        await partialUploads.insert(begun(id, baseMs + ms));
      }
    });
    const counts = await database.read(async ({ partialUploads }) => [
      await partialUploads.countOf("users/alice"),
      await partialUploads.countOf("users/bob"),
    ]);
    expect(counts).toEqual([3, 0]);
    const before = (ms: number, limit: number) =>
      database.read(({ partialUploads }) => partialUploads.begunBefore(baseMs + ms, limit));
    expect(await before(3, 10)).toEqual(["older", "old"]);
    expect(await before(3, 1)).toEqual(["older"]);
    expect(await before(0, 10)).toEqual([]);
  });
});

describe("content that is being removed", () => {
  test("is marked until it is removed, or its claim expires", async () => {
    await using open = await tempDatabase("server");
    const { database } = open;
    const isUnderWay = (nowMs: number) =>
      database.read(({ blobRemovals }) => blobRemovals.isUnderWay("00ff", nowMs));
    expect(await isUnderWay(baseMs)).toBe(false);
    const begin = (nowMs: number, untilMs: number) =>
      database.write(({ blobRemovals }) => blobRemovals.begin("00ff", { nowMs, untilMs }));
    expect(await begin(baseMs, baseMs + 10)).toBe(true);
    expect([await isUnderWay(baseMs + 9), await isUnderWay(baseMs + 10)]).toEqual([true, false]);
    // Another process has begun it.
    expect(await begin(baseMs + 9, baseMs + 19)).toBe(false);
    expect(await isUnderWay(baseMs + 10)).toBe(false);
    expect(await begin(baseMs + 10, baseMs + 20)).toBe(true);
    expect(await isUnderWay(baseMs + 19)).toBe(true);
    await database.write(({ blobRemovals }) => blobRemovals.end("00ff", baseMs + 10));
    expect(await isUnderWay(baseMs)).toBe(true);
    await database.write(({ blobRemovals }) => blobRemovals.end("00ff", baseMs + 20));
    expect(await isUnderWay(baseMs)).toBe(false);
  });
});
