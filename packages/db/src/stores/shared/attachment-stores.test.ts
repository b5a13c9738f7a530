import { type AttachmentListQuery, type AttachmentOrderTerm, totalOrder } from "@tidemark/core";
import type { AttachmentRecord, AttachmentRow } from "@tidemark/core/model";
import { attachmentFilterSchema, compileFilter } from "@tidemark/core/filter";
import { describe, expect, test } from "vitest";
import { lacks } from "../../../tests/engine.ts";
import { baseMs, memoRow, rowsOf, saveRow, tempDatabase } from "../../../tests/temp-database.ts";

function attachmentRow(id: string, changes: Partial<AttachmentRow> = {}): AttachmentRow {
  return {
    id,
    creator: "users/alice",
    createdMs: baseMs,
    updatedMs: baseMs,
    filename: `${id}.txt`,
    type: "text/plain",
    sizeBytes: 3,
    sha256: "a".repeat(64),
    externalLink: "",
    memo: null,
    position: 0,
    motion: null,
    metadata: null,
    stamps: { filename: "018bcfe56800-0000-a", link: "018bcfe56800-0000-b" },
    seq: 7,
    extra: { later: true },
    ...changes,
  };
}

const newestFirst = { field: "create_time", direction: "desc" } as const;

function listQuery(changes: Partial<AttachmentListQuery> = {}): AttachmentListQuery {
  return {
    creator: "users/alice",
    filter: null,
    order: [newestFirst],
    after: null,
    offset: 0,
    limit: 100,
    ...changes,
  };
}

describe("attachments", () => {
  test("are stored unchanged, with a number that is never reused", async () => {
    await using open = await tempDatabase();
    const row = attachmentRow("a", {
      motion: {
        family: "ANDROID_MOTION_PHOTO",
        role: "CONTAINER",
        groupId: "",
        presentationTimestampUs: "5",
        hasEmbeddedVideo: true,
        embeddedVideoStart: 10,
        embeddedVideoEnd: 20,
      },
      metadata: { width: 4, height: 3, photo: { iso: 100 } },
    });
    const linked = attachmentRow("b", { sha256: null, externalLink: "https://x.example/b" });
    await open.database.write(async ({ attachments }) => {
      expect(await attachments.insert(row)).toEqual({ ...row, number: 1 });
      await attachments.insert(linked);
      await attachments.remove(["b"]);
      expect(await attachments.insert(linked)).toMatchObject({ number: 3 });
      await attachments.update({ ...linked, filename: "other" });
    });
    await open.database.read(async ({ attachments }) => {
      expect(await attachments.find("a")).toEqual({ ...row, number: 1 });
      expect(await attachments.findByNumber(3)).toMatchObject({ id: "b", filename: "other" });
      expect(await attachments.find("none")).toBeNull();
      expect(await attachments.findByNumber(2)).toBeNull();
      const found = await attachments.findMany(["b", "a", "b", "none"]);
      expect(found.map(({ id }) => id).toSorted()).toEqual(["a", "b"]);
    });
  });

  test("are listed by memo in order, and stay when it is deleted", async () => {
    await using open = await tempDatabase();
    await open.database.write(async (stores) => {
      await saveRow(stores, memoRow("m1"));
      await saveRow(stores, memoRow("m2"));
      for (const row of [
        attachmentRow("late", { memo: "m1", position: 1 }),
        attachmentRow("early", { memo: "m1", position: 0 }),
        attachmentRow("other", { memo: "m2" }),
        attachmentRow("free"),
      ]) {
        await stores.attachments.insert(row);
      }
      const of = async (...memos: string[]) =>
        (await stores.attachments.listByMemos(memos)).map(({ id }) => id);
      expect(await of("m2", "m1", "m1")).toEqual(["early", "late", "other"]);
      expect(await of()).toEqual([]);
      await stores.memos.remove("m1");
      expect(await of("m1", "m2")).toEqual(["early", "late", "other"]);
    });
  });

  test.skipIf(lacks("plans"))("of one memo or one creator are found by an index", async () => {
    await using open = await tempDatabase();
    for (const [where, index] of [
      ["memo IN ('m') ORDER BY memo, position, pk", "attachment_by_memo"],
      ["creator = 'u' ORDER BY created_ms DESC, number DESC LIMIT 50", "attachment_by_creator"],
      ["sha256 IN ('x')", "attachment_by_content"],
    ]) {
      const plan = rowsOf<{ detail: string }>(
        open.file,
        `EXPLAIN QUERY PLAN SELECT * FROM attachment WHERE ${where}`,
      );
      expect(plan.map(({ detail }) => detail).join(), where).toContain(`USING INDEX ${index}`);
      expect(plan.map(({ detail }) => detail).join(), where).not.toContain("TEMP B-TREE");
    }
  });

  test.each([
    { order: [newestFirst], ids: ["d", "b", "e", "a", "c"] },
    { order: [{ field: "create_time", direction: "asc" }], ids: ["c", "a", "e", "b", "d"] },
    { order: [{ field: "type", direction: "asc" }], ids: ["d", "e", "c", "b", "a"] },
    {
      order: [
        { field: "type", direction: "asc" },
        { field: "size", direction: "desc" },
      ],
      ids: ["d", "e", "c", "b", "a"],
    },
    { order: [{ field: "filename", direction: "desc" }], ids: ["e", "d", "c", "b", "a"] },
    { order: [{ field: "name", direction: "desc" }], ids: ["e", "d", "c", "b", "a"] },
  ] as const)("page by keyset in the order $order", async ({ order, ids }) => {
    await using open = await tempDatabase();
    await open.database.write(async ({ attachments }) => {
      for (const [index, id] of ["c", "a", "e", "b", "d"].entries()) {
        // Pairs have the same time, so the order of creation breaks ties.
        const createdMs = baseMs + Math.floor(index / 2);
        const type = index % 2 === 0 ? "image/png" : "text/plain";
        await attachments.insert(attachmentRow(id, { createdMs, type, sizeBytes: index }));
      }
      await attachments.insert(attachmentRow("bobs", { creator: "users/bob" }));
    });
    const values = (row: AttachmentRecord) =>
      totalOrder<AttachmentOrderTerm["field"]>(order).map(({ field }) => {
        if (field === "create_time") return row.createdMs;
        if (field === "type") return row.type;
        if (field === "size") return row.sizeBytes;
        if (field === "number") return row.number;
        return field === "filename" ? row.filename : row.id;
      });
    for (const limit of [1, 2, 3]) {
      const seen: string[] = [];
      let after: AttachmentListQuery["after"] = null;
      for (;;) {
        const query = listQuery({ order, after, limit });
        const rows = await open.database.read(({ attachments }) => attachments.list(query));
        seen.push(...rows.map(({ id }) => id));
        const last = rows.at(-1);
        if (last === undefined) break;
        after = { values: values(last), id: last.id };
      }
      expect(seen, `${limit} a page`).toEqual(ids);
    }
    const query = listQuery({ order, offset: 2, limit: 2 });
    const skipped = await open.database.read(({ attachments }) => attachments.list(query));
    expect(skipped.map(({ id }) => id)).toEqual(ids.slice(2, 4));
  });

  test.each([
    ['filename == "a.txt"', ["a"]],
    ['filename.endsWith(".txt") && size >= 2', ["c", "b"]],
    ['mime_type in ["image/png"]', ["b"]],
    ["memo == null", ["c", "a"]],
    ["memo != null", ["b"]],
    ['memo == "memos/m"', ["b"]],
    ['memo != "memos/m"', ["c", "a"]],
    ['create_time < timestamp("2020-01-01T00:00:00Z")', []],
    ['!(mime_type == "image/png")', ["c", "a"]],
  ])("are filtered by %s", async (source, ids) => {
    await using open = await tempDatabase();
    await open.database.write(async (stores) => {
      await saveRow(stores, memoRow("m"));
      await stores.attachments.insert(attachmentRow("a", { sizeBytes: 1 }));
      await stores.attachments.insert(
        attachmentRow("b", { sizeBytes: 2, memo: "m", type: "image/png" }),
      );
      await stores.attachments.insert(attachmentRow("c", { sizeBytes: 3 }));
    });
    const filter = compileFilter(source, { schema: attachmentFilterSchema, nowMs: baseMs });
    if (!filter.ok) throw new Error(filter.error.message);
    const query = listQuery({ filter: filter.value });
    const rows = await open.database.read(({ attachments }) => attachments.list(query));
    expect(rows.map(({ id }) => id)).toEqual(ids);
  });

  test("count the size of a user's files, without links", async () => {
    await using open = await tempDatabase();
    await open.database.write(async ({ attachments }) => {
      await attachments.insert(attachmentRow("a", { sizeBytes: 5 }));
      await attachments.insert(attachmentRow("b", { sizeBytes: 7 }));
      await attachments.insert(
        attachmentRow("c", { sizeBytes: 9, sha256: null, externalLink: "https://x.example" }),
      );
      expect(await attachments.bytesOf("users/alice", null)).toBe(12);
      expect(await attachments.bytesOf("users/bob", null)).toBe(0);
    });
  });
});

test("attachments are found by owner and by content", async () => {
  await using open = await tempDatabase();
  await open.database.write(async (stores) => {
    await saveRow(stores, memoRow("m"));
    await stores.attachments.insert(attachmentRow("bobs", { creator: "users/bob" }));
    await stores.attachments.insert(attachmentRow("held", { memo: "m" }));
    await stores.attachments.insert(attachmentRow("early", { memo: "not-here-yet" }));
    const ids = (found: { id: string }[]): string[] => found.map(({ id }) => id);
    expect(ids(await stores.attachments.listByCreator("users/alice", "", 9))).toEqual([
      "early",
      "held",
    ]);
    expect(ids(await stores.attachments.listByCreator("users/alice", "early", 1))).toEqual([
      "held",
    ]);
    const sha = "a".repeat(64);
    expect(ids(await stores.attachments.listByContent(sha, "users/alice", 9)).at(-1)).toBe("bobs");
    expect(await stores.attachments.ids("bobs", 9)).toEqual(["early", "held"]);
    expect(await stores.attachments.idsByOthers("users/alice")).toEqual(["bobs"]);
  });
});

describe("marks of unused content", () => {
  const [used, loose] = ["a".repeat(64), "b".repeat(64)];

  test("store their earliest time, and are not due while an attachment uses the content", async () => {
    await using open = await tempDatabase();
    await open.database.write(async ({ attachments, blobMarks }) => {
      await attachments.insert(attachmentRow("a", { sha256: used }));
      expect(await blobMarks.usedAmong([used, loose])).toEqual(new Set([used]));
      await blobMarks.mark([used, loose], 100);
      await blobMarks.mark([loose], 500);
      expect(await blobMarks.markedBefore(101, 10)).toEqual([loose]);
      expect(await blobMarks.markedBefore(100, 10)).toEqual([]);
      await attachments.remove(["a"]);
      expect(await blobMarks.markedBefore(101, 10)).toEqual([used, loose]);
      expect(await blobMarks.markedBefore(101, 1)).toEqual([used]);
      await blobMarks.mark([used, loose], 50);
      expect(await blobMarks.markedBefore(51, 10)).toEqual([used, loose]);
      await blobMarks.unmark([loose, used]);
      expect(await blobMarks.markedBefore(1000, 10)).toEqual([]);
    });
  });
});
