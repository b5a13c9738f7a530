import { describe, expect, test } from "vitest";
import { inParts, type RowsAhead } from "./in-parts.ts";
import type { PullResponse, SnapshotResponse, WireChange } from "../protocol/messages.ts";
import type { Scope } from "../../model/scope.ts";

type PullPage = Extract<PullResponse, { type: "page" }>;
type SnapshotPage = Extract<SnapshotResponse, { type: "page" }>;

function changes(scope: Scope, seqs: readonly number[]): WireChange[] {
  return seqs.map((seq) => ({ scope, seq, kind: "memo", entity: `m${seq}`, op: "del" }));
}

function pullPage(given: Partial<PullPage>): PullPage {
  const page = { type: "page", epoch: "e", more: false, serverTimeMs: 0 } as const;
  return { ...page, changes: [], from: {}, next: {}, ...given };
}

function snapshotPage(given: Partial<SnapshotPage>): SnapshotPage {
  const page = { type: "page", epoch: "e", scope: "u:a", serverTimeMs: 0, uptoSeq: 100 } as const;
  return { ...page, after: null, changes: [], next: null, ...given };
}

/** Creates a server that always returns the same pages and records its requests. */
function server(pages: {
  pull?: PullPage;
  snapshots?: readonly (SnapshotPage | Error)[];
  rowsAhead?: RowsAhead;
}) {
  const asked: string[] = [];
  let pauses = 0;
  const transport = inParts(
    {
      hello: async () => {
        throw new Error("not asked here");
      },
      push: async () => {
        asked.push("push");
        return { type: "gap", epoch: "e", streamId: "s", expected: 1 };
      },
      pull: async ({ cursors }) => {
        asked.push(`pull ${JSON.stringify(cursors)}`);
        return pages.pull ?? pullPage({});
      },
      snapshot: async ({ after }) => {
        asked.push(`snapshot ${after}`);
        const page = pages.snapshots?.find((one) => one instanceof Error || one.after === after);
        if (page === undefined || page instanceof Error) throw page ?? new Error("no such page");
        return page;
      },
    },
    {
      rows: 2,
      pause: async () => {
        pauses += 1;
      },
      rowsAhead: pages.rowsAhead,
    },
  );
  const snapshot = async (after: number | null): Promise<SnapshotPage> => {
    const asking = { epoch: "e", scope: "u:a" as const, after, recentFirst: true, maxBytes: 1000 };
    const response = await transport.snapshot(asking);
    if (response.type !== "page") throw new Error(response.type);
    return response;
  };
  const pull = async (cursors: Record<string, number>): Promise<PullPage> => {
    const response = await transport.pull({ epoch: "e", cursors, maxBytes: 1000 });
    if (response.type !== "page") throw new Error(response.type);
    return response;
  };
  return { asked, transport, snapshot, pull, pauses: () => pauses };
}

const seqs = (page: { changes: readonly WireChange[] }) => page.changes.map(({ seq }) => seq);

describe("R5 · parts of a pull", () => {
  const page = pullPage({
    from: { "s:a": 1, "s:b": 7 },
    next: { "s:a": 6, "s:b": 12 },
    changes: [...changes("s:a", [2, 3, 5]), ...changes("s:b", [8, 9])],
    more: false,
  });

  test("are separate pages, each starting where the previous one ended", async () => {
    const { pull, asked, pauses } = server({ pull: page });
    const first = await pull({ "s:a": 1, "s:b": 7 });
    expect(first).toMatchObject({
      from: { "s:a": 1, "s:b": 7 },
      next: { "s:a": 3, "s:b": 7 },
      more: true,
    });
    const second = await pull(first.next);
    expect(second).toMatchObject({
      from: { "s:a": 3, "s:b": 7 },
      next: { "s:a": 5, "s:b": 8 },
      more: true,
    });
    const last = await pull(second.next);
    expect(last).toMatchObject({
      from: { "s:a": 5, "s:b": 8 },
      next: { "s:a": 6, "s:b": 12 },
      more: false,
    });
    expect([first, second, last].map(seqs)).toEqual([[2, 3], [5, 8], [9]]);
    expect(asked).toHaveLength(1);
    expect(pauses()).toBe(3);
  });

  test("are discarded when cursors differ, after a push, or with another scope", async () => {
    const { pull, asked, transport } = server({ pull: page });
    await pull({ "s:a": 1, "s:b": 7 });
    await pull({ "s:a": 2, "s:b": 7 });
    expect(asked).toHaveLength(2);
    await transport.push({ epoch: "e", streamId: "stream-1", clientNowMs: 0, ops: [] });
    await pull({ "s:a": 3, "s:b": 7 });
    expect(asked).toHaveLength(4);
    await pull({ "s:a": 3, "s:b": 7, "s:c": 0 });
    expect(asked).toHaveLength(5);
  });

  test("keep rows with the same seq together", async () => {
    const { pull } = server({
      pull: pullPage({
        from: { "s:a": 0 },
        next: { "s:a": 4 },
        changes: changes("s:a", [1, 2, 2, 2, 4]),
      }),
    });
    const first = await pull({ "s:a": 0 });
    expect(seqs(first)).toEqual([1, 2, 2, 2]);
    expect(seqs(await pull(first.next))).toEqual([4]);
  });
});

describe("R13 · parts of a snapshot", () => {
  const newest = snapshotPage({ changes: changes("u:a", [3, 9, 5]), next: 101 });
  const first = snapshotPage({ after: 101, changes: changes("u:a", [9, 7, 5]), next: 5 });
  const last = snapshotPage({ after: 5, changes: changes("u:a", [3]), next: null });

  test("descend in seq, except for the newest memos, which stay together", async () => {
    const { snapshot } = server({ snapshots: [newest, first, last] });
    expect(await snapshot(null)).toEqual(newest);
    const part = await snapshot(101);
    expect([part.after, seqs(part), part.next]).toEqual([101, [9, 7], 7]);
    const rest = await snapshot(7);
    expect([rest.after, seqs(rest), rest.next]).toEqual([7, [5], 5]);
    expect(await snapshot(5)).toEqual(last);
  });

  test("are applied while the next page is fetched, once", async () => {
    const { snapshot, asked } = server({ snapshots: [newest, first, last] });
    await snapshot(null);
    expect(asked).toEqual(["snapshot null", "snapshot 101"]);
    await snapshot(101);
    await snapshot(7);
    await snapshot(5);
    expect(asked).toEqual(["snapshot null", "snapshot 101", "snapshot 5"]);
  });

  test("report a failure to the caller that requests the page, then retry", async () => {
    const failure = new Error("cut");
    const { snapshot, asked } = server({ snapshots: [newest, failure] });
    await snapshot(null);
    await expect(snapshot(101)).rejects.toBe(failure);
    await expect(snapshot(101)).rejects.toBe(failure);
    expect(asked).toEqual(["snapshot null", "snapshot 101", "snapshot 101"]);
  });
});

describe("work on rows before they are applied", () => {
  const snapshots = [
    snapshotPage({ after: null, changes: changes("u:a", [9, 8, 7]), next: 7 }),
    snapshotPage({ after: 7, changes: changes("u:a", [6, 5, 4]), next: null }),
  ];

  /** Creates rows that resolve each piece when its entry is called. */
  function watchedRows() {
    const pieces = new Map<string, () => void>();
    let drops = 0;
    const rowsAhead: RowsAhead = {
      begin: (piece) =>
        new Promise((done) => pieces.set(piece.map(({ seq }) => seq).join(), () => done())),
      drop: () => {
        drops += 1;
      },
    };
    return { pieces, rowsAhead, drops: () => drops };
  }

  test("starts with the page being fetched, and each part waits for its own piece", async () => {
    const { pieces, rowsAhead } = watchedRows();
    const { snapshot } = server({ snapshots, rowsAhead });
    expect(seqs(await snapshot(null))).toEqual([9, 8]);
    expect(seqs(await snapshot(8))).toEqual([7]);
    // Rows of the first screen don't wait.
    expect([...pieces.keys()]).toEqual(["6,5", "4"]);
    let taken: readonly number[] | null = null;
    const asked = snapshot(7).then((part) => (taken = seqs(part)));
    pieces.get("4")?.();
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
    expect(taken).toBeNull();
    pieces.get("6,5")?.();
    await asked;
    expect(taken).toEqual([6, 5]);
    expect(seqs(await snapshot(5))).toEqual([4]);
  });

  test("is discarded when something else is requested", async () => {
    const { rowsAhead, drops } = watchedRows();
    const { snapshot, pull } = server({ snapshots, rowsAhead });
    await snapshot(null);
    expect(drops()).toBe(0);
    await pull({ a: 1 });
    expect(drops()).toBe(1);
  });
});
