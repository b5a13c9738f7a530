import type { AttachmentReader, ShelfListQuery } from "@tidemark/core";
import { type AttachmentRow, shelfOf } from "@tidemark/core/model";
import { describe, expect, test } from "vitest";
import { lacks, openSqliteConnection } from "../../../../tests/engine.ts";
import { baseMs, memoRow, saveRow, tempDatabase } from "../../../../tests/temp-database.ts";
import type { SqlFragment } from "../../../sql/sql-text.ts";
import { watchedHandle } from "../../../../tests/watched-handle.ts";
import { createAttachmentStore } from "../attachment-store.ts";

function file(id: string, changes: Partial<AttachmentRow> = {}): AttachmentRow {
  return {
    id,
    creator: "users/alice",
    createdMs: baseMs,
    updatedMs: baseMs,
    filename: `${id}.bin`,
    type: "application/pdf",
    sizeBytes: 3,
    sha256: "a".repeat(64),
    externalLink: "",
    memo: null,
    position: 0,
    motion: null,
    metadata: null,
    stamps: { filename: "018bcfe56800-0000-a", link: "018bcfe56800-0000-b" },
    seq: 0,
    extra: {},
    ...changes,
  };
}

function query(changes: Partial<ShelfListQuery>): ShelfListQuery {
  return {
    creator: "users/alice",
    shelf: "documents",
    order: "time",
    name: "",
    after: null,
    limit: 100,
    ...changes,
  };
}

describe("a user's files by shelf", () => {
  const types = [
    "image/png",
    "image/svg+xml",
    "video/mp4",
    "audio/ogg",
    "application/pdf",
    "text/plain",
    "imagery/x",
    "audio",
    "",
  ];

  test("are on the shelf of the model, and counted there", async () => {
    await using open = await tempDatabase();
    await open.database.write(async ({ attachments }) => {
      for (const [n, type] of types.entries()) await attachments.insert(file(`f${n}`, { type }));
      await attachments.insert(file("other", { creator: "users/bob" }));
    });
    await open.database.read(async ({ attachments }) => {
      for (const shelf of ["media", "audio", "documents"] as const) {
        const found = await attachments.listShelf(query({ shelf }));
        const meant = types.filter((type) => shelfOf(type) === shelf);
        expect(found.map(({ type }) => type).toSorted()).toEqual(meant.toSorted());
        const totals = await attachments.shelfTotals("users/alice");
        expect(totals[shelf]).toEqual({ count: meant.length, bytes: 3 * meant.length });
      }
      expect((await attachments.shelfTotals("users/carol")).audio).toEqual({ count: 0, bytes: 0 });
    });
  });

  test("are sorted newest or largest first, page by page, including ties, and found by part of the name", async () => {
    await using open = await tempDatabase();
    await open.database.write(async ({ attachments }) => {
      for (let n = 0; n < 7; n += 1) {
        const filename = n % 2 === 0 ? `Hafen Übersicht ${n}.pdf` : `plan ${n}.pdf`;
        const createdMs = baseMs + Math.floor(n / 3);
        await attachments.insert(file(`f${n}`, { filename, createdMs, sizeBytes: 10 - n }));
      }
    });
    await open.database.read(async ({ attachments }) => {
      const pages = async (order: "time" | "size"): Promise<string[]> => {
        const ids: string[] = [];
        let after: ShelfListQuery["after"] = null;
        for (;;) {
          const rows = await attachments.listShelf(query({ order, after, limit: 2 }));
          ids.push(...rows.map(({ id }) => id));
          const last = rows.at(-1);
          if (rows.length < 2 || last === undefined) return ids;
          const value = order === "time" ? last.createdMs : last.sizeBytes;
          after = { value, number: last.number };
        }
      };
      expect(await pages("time")).toEqual(["f6", "f5", "f4", "f3", "f2", "f1", "f0"]);
      expect(await pages("size")).toEqual(["f0", "f1", "f2", "f3", "f4", "f5", "f6"]);
      const named = await attachments.listShelf(query({ name: "übersicht" }));
      expect(named.map(({ id }) => id)).toEqual(["f6", "f4", "f2", "f0"]);
    });
  });

  test("are named if any stored text has their address, in any state of its memo", async () => {
    await using open = await tempDatabase();
    const address = (id: string): string => `see ![it](/file/attachments/${id}/x.png)`;
    await open.database.write(async (stores) => {
      await saveRow(stores, memoRow("plain", { content: address("0190aaaa-1") }));
      await saveRow(stores, memoRow("old", { content: address("0190aaaa-2"), state: "ARCHIVED" }));
      await saveRow(stores, memoRow("gone", { content: address("0190aaaa-3"), deletedMs: 5 }));
      await saveRow(stores, memoRow("below", { content: address("a"), parent: "plain" }));
      await saveRow(stores, memoRow("talk", { content: "the id 0190aaaa-4 alone names nothing" }));
    });
    const ids = ["0190aaaa-1", "0190aaaa-2", "0190aaaa-3", "0190aaaa-4", "0190aaaa", "a", "b"];
    await open.database.read(async ({ attachments }) => {
      expect([...(await attachments.namedInTexts(ids))]).toEqual([
        "0190aaaa-1",
        "0190aaaa-2",
        "0190aaaa-3",
        "a",
      ]);
      // With many ids the texts are searched first: the answer is the same.
      const others = Array.from({ length: 80 }, (_, n) => `0190bbbb-${n}`);
      expect([...(await attachments.namedInTexts([...others, ...ids]))].toSorted()).toEqual([
        "0190aaaa-1",
        "0190aaaa-2",
        "0190aaaa-3",
        "a",
      ]);
    });
  });

  test("are named without a filename too, but not by a longer or shorter id", async () => {
    await using open = await tempDatabase();
    const texts: readonly (readonly [id: string, text: string])[] = [
      ["0190dddd-1", "![it](/file/attachments/0190dddd-1)"],
      ["0190dddd-2", "/file/attachments/0190dddd-2"],
      ["0190dddd-3", "/file/attachments/0190dddd-3\nmore"],
      ["0190dddd-4", "[it](/file/attachments/0190dddd-4?thumbnail=true)"],
      ["0190dddd-5", "[it](</file/attachments/0190dddd-5#x>)"],
      ["0190dddd-6", "/file/attachments/file/attachments/0190dddd-6"],
      ["c", "![it](/file/attachments/c)"],
      ["_", "![it](/file/attachments/0190dddd-7x) ![it](/file/attachments/0190dddd-7-8)"],
    ];
    await open.database.write(async (stores) => {
      for (const [n, [, content]] of texts.entries()) {
        await saveRow(stores, memoRow(`m${n}`, { content }));
      }
    });
    const named = texts.map(([id]) => id).filter((id) => id !== "_");
    const unnamed = ["0190dddd-7", "0190dddd-", "0190dddd", "190dddd-1", "0190DDDD-1", "d"];
    const others = Array.from({ length: 80 }, (_, n) => `0190bbbb-${n}`);
    await open.database.read(async ({ attachments }) => {
      expect([...(await attachments.namedInTexts([...named, ...unnamed]))]).toEqual(named);
      const ofMany = await attachments.namedInTexts([...others, ...named, ...unnamed]);
      expect([...ofMany].toSorted()).toEqual(named.toSorted());
    });
  });

  test("are named by texts of the same write, too", async () => {
    await using open = await tempDatabase();
    const named = await open.database.write(async (stores) => {
      await saveRow(stores, memoRow("m", { content: "[it](/file/attachments/abc/x.txt)" }));
      return stores.attachments.namedInTexts(["abc"]);
    });
    expect([...named]).toEqual(["abc"]);
  });

  test("are found among many, too, if many texts name files", async () => {
    await using open = await tempDatabase();
    const ids = Array.from({ length: 600 }, (_, n) => `file${n}x${n % 7}`);
    await open.database.write(async (stores) => {
      for (const [n, id] of ids.entries()) {
        await saveRow(stores, memoRow(`m${n}`, { content: `[it](/file/attachments/${id}/a.txt)` }));
      }
    });
    await open.database.read(async ({ attachments }) => {
      const asked = [...ids.slice(40, 120), "file40x", "ile41x6"];
      const named = await attachments.namedInTexts(asked);
      expect([...named].toSorted()).toEqual(ids.slice(40, 120).toSorted());
    });
  });
});

test.skipIf(lacks("fts5"))(
  "only a few long texts that name files are in memory at once",
  async () => {
    await using open = await tempDatabase();
    const ids = Array.from({ length: 60 }, (_, n) => `0190cccc-${n}`);
    await open.database.write(async (stores) => {
      for (const [n, id] of ids.slice(0, 7).entries()) {
        const content = `[it](/file/attachments/${id}/a.txt) ${"tide ".repeat(n === 3 ? 500_000 : 150_000)}`;
        await saveRow(stores, memoRow(`m${n}`, { content }));
      }
    });
    const connection = openSqliteConnection({ file: open.file, readonly: true });
    try {
      const held: number[] = [];
      const watched = watchedHandle(connection, (_, rows) => {
        held.push(JSON.stringify(rows).length);
      });
      const reader = createAttachmentStore(watched);
      expect([...(await reader.namedInTexts(ids))]).toEqual(ids.slice(0, 7));
      // The longest alone, the others in pairs.
      expect(Math.max(...held)).toBeLessThan(2_600_000);
    } finally {
      connection.close();
    }
  },
);

describe.skipIf(lacks("plans"))("query plans", () => {
  async function plansOf(work: (reader: AttachmentReader) => Promise<unknown>): Promise<string[]> {
    await using open = await tempDatabase();
    const connection = openSqliteConnection({ file: open.file, readonly: true });
    try {
      const asked: SqlFragment[] = [];
      await work(createAttachmentStore(watchedHandle(connection, (query) => asked.push(query))));
      return asked.flatMap((query) =>
        connection
          .all<{ detail: string }>(`EXPLAIN QUERY PLAN ${query.sql}`, query.parameters)
          .map(({ detail }) => detail),
      );
    } finally {
      connection.close();
    }
  }
  const after = { value: 5, number: 5 };

  test.each([
    ["documents", "time", "shelf_time (creator=? AND shelf=? AND (created_ms,number)<(?,?))"],
    ["media", "size", "shelf_size (creator=? AND shelf=? AND (size_bytes,number)<(?,?))"],
    ["loose", "time", "loose_time (creator=? AND (created_ms,number)<(?,?))"],
    ["loose", "size", "loose_size (creator=? AND (size_bytes,number)<(?,?))"],
  ] as const)(
    "a page of %s by %s is a range of one index, in its order",
    async (shelf, order, index) => {
      for (const name of ["", "harbour"]) {
        const plan = await plansOf((reader) =>
          reader.listShelf(query({ shelf, order, name, after })),
        );
        expect(plan).toEqual([`SEARCH attachment USING INDEX attachment_${index}`]);
      }
    },
  );

  test("sums scan an index, and texts are found by the text index", async () => {
    expect(await plansOf((reader) => reader.shelfTotals("users/alice"))).toEqual([
      "SEARCH attachment USING INDEX attachment_shelf_size (creator=?)",
    ]);
    for (const ids of [["abc"], Array.from({ length: 60 }, (_, n) => `abc${n}`)]) {
      const plan = await plansOf((reader) => reader.namedInTexts(ids));
      const asked = plan.filter((line) => /^(SCAN|SEARCH) (t|m|memo|memo_trigram)\b/.test(line));
      // Late texts are found by number, and there are none if the table of late texts is empty.
      const byNumber = /^SEARCH (m|memo) USING INTEGER PRIMARY KEY \(rowid[=>]\?\)/;
      expect(asked.filter((line) => !byNumber.test(line))).toEqual([
        expect.stringMatching(/^SCAN (t|memo_trigram) VIRTUAL TABLE INDEX/),
      ]);
    }
  });
});
