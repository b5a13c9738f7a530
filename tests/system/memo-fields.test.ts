import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Database } from "@tidemark/core";
import { memoFilterSchema } from "@tidemark/core/filter";
import { memoFieldNames, memoFields } from "@tidemark/core/merge";
import { type MemoChanges, type MemoService, newestFirst } from "@tidemark/core/memo";
import type { Caller, MemoFieldName, MemoFields } from "@tidemark/core/model";
import { memoDigest } from "@tidemark/core/sync/protocol";
import { exportMemos } from "@tidemark/transfer";
import { openFolderSink } from "@tidemark/transfer/node";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import {
  createWorld,
  type DeviceReplica,
  must,
  type World,
} from "../../packages/db/tests/sync/replicas.ts";
import { imported } from "../../packages/transfer/tests/imported.ts";
import { openProfile } from "../../packages/transfer/tests/open-profile.ts";

const nowMs = Date.UTC(2026, 2, 15, 12);

/** Values that a new memo doesn't have unless they are set. */
const values: MemoFields = {
  state: "ARCHIVED",
  visibility: "PUBLIC",
  pinned: true,
  space: "spaces/harbour",
  deletedMs: nowMs,
  location: { placeholder: "Brest", latitude: 48.38, longitude: -4.49 },
  createdMs: Date.UTC(2017, 6, 14),
  updatedMs: Date.UTC(2020, 8, 13),
};

/** Filters that match only these values; null if filters can't read the field. */
const filters: { readonly [F in MemoFieldName]: string | null } = {
  state: null,
  visibility: 'visibility == "PUBLIC"',
  pinned: "pinned",
  space: 'space == "spaces/harbour"',
  deletedMs: null,
  location: "has_location",
  createdMs: 'created_ts == timestamp("2017-07-14T00:00:00Z")',
  updatedMs: 'updated_ts == timestamp("2020-09-13T00:00:00Z")',
};

/** Creates two memos that have the value: one from the start, one by a change. Returns their ids. */
async function makeBoth(memos: MemoService, caller: Caller, field: MemoFieldName) {
  const content = "high water";
  const isTrashed = field === "deletedMs";
  const set: MemoChanges = isTrashed ? {} : { [field]: values[field] };
  const { id: made } = must(await memos.create(caller, { ...set, content }));
  const { id: changed } = must(await memos.create(caller, { content }));
  if (!isTrashed) must(await memos.update(caller, changed, set));
  for (const id of isTrashed ? [made, changed] : []) must(await memos.trash(caller, id));
  return [made, changed];
}

async function recordsOf(database: Database, ids: readonly string[]) {
  const records = await database.read(({ memos }) => memos.findMany(ids));
  expect(records.length).toBe(ids.length);
  return records;
}

describe("between two devices", () => {
  let world: World;
  let desk: DeviceReplica;
  let laptop: DeviceReplica;
  beforeAll(async () => {
    world = await createWorld();
    world.nowMs = nowMs;
    await world.server.join("harbour", "alice");
    desk = await world.device("desk");
    laptop = await world.device("laptop");
    for (const device of [desk, laptop]) {
      await device.connect();
      await device.syncAll();
    }
  });
  afterAll(() => world[Symbol.asyncDispose]());

  test.each(memoFieldNames)("%s is synced, digested and filtered", async (field) => {
    const ids = await makeBoth(desk.memos, await desk.caller(), field);
    await desk.syncAll();
    await laptop.syncAll();
    const here = await recordsOf(laptop.database, ids);
    expect(here.map((record) => record[field])).toEqual([values[field], values[field]]);
    const there = await recordsOf(world.server.database, ids);
    expect(here.map(memoDigest)).toEqual(there.map(memoDigest));

    const filter = filters[field];
    if (filter === null) {
      const keys = Object.values(memoFilterSchema.fields).map(({ key }) => key);
      expect(keys).not.toContain(field);
      return;
    }
    const listed = { state: "NORMAL", trash: "none", parent: null } as const;
    const page = { order: newestFirst, pageSize: null, pageToken: "" };
    const found = await laptop.memos.list(await laptop.caller(), { ...listed, ...page, filter });
    expect(
      must(found)
        .memos.map(({ id }) => id)
        .toSorted(),
    ).toEqual(ids.toSorted());
  });
});

test.each(["markdown", "json"] as const)(
  "importing a %s export restores every exported field",
  async (format) => {
    const dir = await mkdtemp(join(tmpdir(), "tidemark-fields-"));
    onTestFinished(() => rm(dir, { recursive: true, force: true }));
    const profile = await openProfile();
    const fields = memoFieldNames.filter((field) => memoFields[field].isExported);
    const made = new Map<MemoFieldName, string[]>();
    for (const field of fields) {
      made.set(field, await makeBoth(profile.memos, profile.owner, field));
    }
    {
      await using sink = await openFolderSink(join(dir, "export"));
      await exportMemos(profile, sink, { format });
    }
    const other = await openProfile();
    await imported(other, join(dir, "export"));
    const records = new Map((await other.all()).map((record) => [record.id, record]));
    for (const field of fields) {
      const found = made.get(field)?.map((id) => records.get(id)?.[field]);
      expect({ [field]: found }).toEqual({ [field]: [values[field], values[field]] });
    }
  },
);
