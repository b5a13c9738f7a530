import type { SyncOp } from "@tidemark/core/merge";
import { describe, expect, test } from "vitest";
import {
  assertedMemo,
  nested,
  openSyncDevice,
  type PushedOp,
  stampAt,
  type SyncDevice,
} from "../sync-device.ts";
import { isPostgres } from "../temp-postgres-database.ts";
import { listOf, startWithUsers, type TwoUsers } from "../two-users.ts";

/** Valid JSON values that are invalid for nearly every field. */
const hostileValues: readonly unknown[] = [
  ...[null, -1, 1.5, 1e308, 2 ** 53 + 2],
  // One millisecond past the year 9999, before the year 1, and past what a date can hold.
  ...[253_402_300_800_000, -62_135_596_800_001, 8_640_000_000_001_000],
  ...["", "NaN", "9999-99-99T99:99:99Z", "__proto__", "toString", "memos/a", "users/carol", "1"],
  ...["nul\0inside", "\uD800", "x".repeat(250), "€".repeat(2_000)],
  ...[[[[[[]]]]], [null], { a: nested(6) }, nested(40), { length: 2 ** 32, toString: 1 }],
  JSON.parse('{"__proto__":{"createdMs":1}}'),
];

type Path = readonly (string | number)[];

/** Returns the paths of all values in an operation except its kind. */
function leavesOf(value: unknown, path: Path = []): Path[] {
  const below =
    typeof value !== "object" || value === null
      ? []
      : Object.entries(value).flatMap(([key, inner]) =>
          leavesOf(inner, [...path, Array.isArray(value) ? Number(key) : key]),
        );
  return path.length === 0 || path[0] === "kind" ? below : [path, ...below];
}

function replaceAt(whole: unknown, [key, ...rest]: Path, value: unknown): unknown {
  if (key === undefined) return value;
  if (Array.isArray(whole)) {
    return whole.map((each: unknown, at) => (at === key ? replaceAt(each, rest, value) : each));
  }
  const inner = (whole as Record<string, unknown>)[key];
  return { ...(whole as object), [key]: replaceAt(inner, rest, value) };
}

let pushes = 0;

/** Returns a valid operation of each kind by `user`, on things with `id`. */
function soundOps(user: string, id: string, atMs: number): Record<SyncOp["kind"], PushedOp> {
  pushes += 1;
  const stamp = stampAt(atMs + pushes, user);
  const creator = `users/${user}`;
  const reaction = {
    set: "reaction",
    key: `${creator} 👍`,
    value: { id: "r1", creator, reactionType: "👍", createdMs: atMs },
  };
  const relation = { set: "relation", key: "open", value: { type: "REFERENCE" } };
  const memo = {
    ...assertedMemo(id, atMs + pushes, { content: "a #word" }),
    creator,
    extra: { hue: 1 },
    elements: [
      { ...reaction, stamp },
      { ...relation, stamp },
    ],
  };
  const fields = { ...memo.fields, location: { placeholder: "sea", latitude: 1, longitude: 1 } };
  const motion = {
    family: "APPLE_LIVE_PHOTO",
    role: "STILL",
    groupId: "g",
    presentationTimestampUs: "0",
    hasEmbeddedVideo: false,
  };
  const photo = {
    captureTime: { localDateTime: "2024-01-01T00:00:00", utcOffset: "+00:00" },
    location: { latitude: 1, longitude: 1, altitudeMeters: 1 },
    sourceExifOrientation: 1,
    cameraMake: "m",
    fNumber: 2,
    iso: 100,
  };
  const file = {
    entity: `${id}-file`,
    stamp,
    creator,
    createdMs: atMs,
    updatedMs: atMs,
    filename: "a.txt",
    type: "text/plain",
    sizeBytes: 0,
    sha256: null,
    externalLink: "https://example.org/a.txt",
    memo: id,
    position: 0,
    motion,
    metadata: { width: 1, height: 1, photo, video: { durationSeconds: 1 } },
    stamps: { filename: stamp, link: stamp },
    extra: { hue: 1 },
  };
  const sha = "0".repeat(64);
  const view = { title: "t", filter: "pinned", icon: null, createdMs: atMs, order: 1, extra: "e" };
  return {
    "memo.put": { ...memo, stamp, fields },
    "memo.set": { kind: "memo.set", entity: id, stamp, set: fields, extra: { hue: 2 } },
    "memo.text": {
      kind: "memo.text",
      entity: id,
      stamp,
      gen: 1,
      update: "AAA=",
      baseSha: sha,
      resultSha: sha,
      whole: { base: "a #word", content: "a #word more" },
      updatedMs: atMs,
    },
    "memo.element": { kind: "memo.element", entity: id, stamp, ...reaction },
    "attachment.put": { kind: "attachment.put", ...file },
    "attachment.set": {
      kind: "attachment.set",
      entity: `${id}-file`,
      stamp,
      filename: "b.txt",
      link: { memo: id, position: 1 },
      motion,
      updatedMs: atMs,
    },
    "setting.set": { kind: "setting.set", entity: "general.locale", stamp, value: "en" },
    "view.put": { kind: "view.put", entity: `${id}-view`, stamp, value: view },
    "view.remove": { kind: "view.remove", entity: `${id}-view`, stamp },
    "attachment.remove": { kind: "attachment.remove", entity: `${id}-file`, stamp },
    "memo.purge": { kind: "memo.purge", entity: id, stamp },
  };
}

async function pushEach(device: SyncDevice, ops: readonly PushedOp[]): Promise<string[]> {
  const codes: string[] = [];
  while (codes.length < ops.length) {
    const some = ops.slice(codes.length, codes.length + 100);
    codes.push(...(await device.pushAll(some)).map(({ code }) => code));
  }
  return codes;
}

/** Reads every list that contains pushed data, in both forms, as several readers. */
async function readEverything({ bob, carol, server }: TwoUsers): Promise<void> {
  const memos = listOf(await bob("GET", "/memos?pageSize=1000"), "memos");
  const names = [
    "memos/open",
    ...memos.slice(0, isPostgres ? 2 : 5).map(({ name }) => String(name)),
  ];
  const lists = [
    "/memos?pageSize=1000",
    "/memos?state=ARCHIVED&pageSize=1000",
    "/memos?showDeleted=true&pageSize=1000",
    "/memos?filter=pinned%20%7C%7C%20!pinned",
    "/memos?page=1&limit=100",
    "/search?q=word",
    "/tags",
    "/tags/stats",
    "/resources?limit=100",
    "/attachments?pageSize=1000",
    "/users:stats",
    ...["bob", "carol"].flatMap((user) =>
      ["/views", "/shortcuts", "/settings", "/settings/GENERAL", "/settings/TAGS", ":getStats"]
        .concat("/notifications", "/webhooks")
        .map((list) => `/users/${user}${list}`),
    ),
    ...names.flatMap((name) =>
      ["", "/reactions", "/relations", "/attachments", "/comments", "/revisions", "/resources"].map(
        (list) => `/${name}${list}`,
      ),
    ),
  ];
  const failed: string[] = [];
  for (const [reader, ask] of Object.entries({ bob, carol })) {
    for (const list of lists) {
      const { status } = await ask("GET", list);
      if (status >= 500) failed.push(`${status} ${reader} ${list}`);
    }
  }
  const own = memos.find(({ creator }) => creator === "users/bob");
  const share = await bob("POST", `/${String(own?.["name"])}/shares`, {});
  const token = String(share.body["name"]).split("/").at(-1);
  const page = await fetch(`${server.url}/s/${token}`);
  if (page.status >= 500 || share.status >= 500) failed.push(`${page.status} share page`);
  expect(failed).toEqual([]);
}

/** Divisors for kinds with many parts: each part gets only every nth value, offset by its index. */
const shares: Readonly<Partial<Record<SyncOp["kind"], number>>> = {
  "memo.put": 8,
  "memo.set": 3,
  "attachment.put": 6,
  "attachment.set": 3,
};
/** Extra divisor for PostgreSQL: the databases differ in storing values, not in validating them. */
const sparse = isPostgres ? 4 : 1;

function valuesFor(kind: SyncOp["kind"], path: Path, at: number): readonly unknown[] {
  // Times get more values, because responses format them differently from how they are stored.
  const isTime = String(path.at(-1)).endsWith("Ms");
  const share = sparse * (isTime ? 1 : (shares[kind] ?? 1));
  return hostileValues.filter((_, index) => index % share === at % share);
}

const groups: Readonly<Record<string, readonly SyncOp["kind"][]>> = {
  "a whole memo": ["memo.put"],
  "a change of a memo": ["memo.set", "memo.text", "memo.element"],
  "an attachment": ["attachment.put", "attachment.set"],
  "a setting or a view": ["setting.set", "view.put"],
  "a removal": ["view.remove", "attachment.remove", "memo.purge"],
};

test("every kind of operation gets hostile values", () => {
  const all = Object.keys(soundOps("bob", "x", 0));
  expect(Object.values(groups).flat().toSorted()).toEqual(all.toSorted());
});

describe("hostile values in any part of an operation", () => {
  test.each(Object.entries(groups))("break no user's lists: %s", async (_, kinds) => {
    await using world = await startWithUsers();
    const { server, alice } = world;
    await alice("POST", "/memos?memoId=open", { content: "#word", visibility: "PUBLIC" });
    const bob = await openSyncDevice(server, "bob");
    const atMs = server.clock.nowMs - 60_000;
    for (const kind of kinds) {
      const id = kind.replace(".", "-");
      const all = (): Record<SyncOp["kind"], PushedOp> => soundOps("bob", id, atMs);
      const begun = [all()["memo.put"], all()["attachment.put"], all()["view.put"]];
      expect(await pushEach(bob, begun)).toEqual(["applied", "applied", "applied"]);
      const ops = leavesOf(all()[kind]).flatMap((path, at) => {
        // Asserted texts are merged and grow, so each part gets its own memo.
        const sound = (): PushedOp =>
          kind === "memo.put" ? soundOps("bob", `${id}-${at}`, atMs)[kind] : all()[kind];
        return valuesFor(kind, path, at).map(
          (value) => replaceAt(sound(), path, value) as PushedOp,
        );
      });
      const inherited = ["constructor", "__proto__", "toString", "hasOwnProperty", ""].flatMap(
        (name) => [
          { ...all()[kind], entity: `general.${name}` },
          { ...all()[kind], entity: `tag.${name}` },
        ],
      );
      // The push schema rejects an `entity` that isn't a short string, so such operations are left out.
      const named = [...ops, ...inherited].filter(
        ({ entity }) => typeof entity === "string" && /^(?!nested ).{1,300}$/su.test(entity),
      );
      await pushEach(bob, named);
      // Valid operations are still applied.
      const after = soundOps("bob", `${id}-after`, atMs);
      expect(await pushEach(bob, [after["memo.put"]])).toEqual(["applied"]);
    }
    await readEverything(world);
    expect(await bob.pull()).not.toEqual([]);
    expect(await bob.snapshot()).not.toEqual([]);
  });

  test("break no user's lists: reactions to another user's memo", async () => {
    await using world = await startWithUsers();
    const { server, alice, carol } = world;
    await alice("POST", "/memos?memoId=open", { content: "#word", visibility: "PUBLIC" });
    const visitor = await openSyncDevice(server, "carol");
    const atMs = server.clock.nowMs - 60_000;
    /** Returns a reaction of a new type, because accepted ones stay. */
    const react = (type: string): PushedOp => ({
      ...soundOps("carol", "open", atMs)["memo.element"],
      key: `users/carol ${type}`,
      value: { id: `r${type}`, creator: "users/carol", reactionType: type, createdMs: atMs },
    });
    const reactions = leavesOf(react("0"))
      .filter(([field]) => field !== "entity")
      .flatMap((path, at) =>
        hostileValues.map((value) => replaceAt(react(String(at)), path, value) as PushedOp),
      );
    await pushEach(visitor, reactions);
    for (const value of hostileValues) {
      const body = { reaction: { reactionType: value } };
      expect((await carol("POST", "/memos/open/reactions", body)).status).toBeLessThan(500);
    }
    await readEverything(world);
    expect(await pushEach(visitor, [react("sound")])).toEqual(["applied"]);
  });
});

test("a pull is limited by the bytes of its rows, with at least one row", async () => {
  await using world = await startWithUsers();
  const { server } = world;
  const bob = await openSyncDevice(server, "bob");
  const atMs = server.clock.nowMs - 60_000;
  const value = { title: "t", filter: "", icon: null, createdMs: atMs, note: "€".repeat(5000) };
  const views = Array.from({ length: 20 }, (_, n) => ({
    kind: "view.put",
    entity: `v${n}`,
    stamp: stampAt(atMs + n),
    value,
  }));
  expect(new Set(await pushEach(bob, views))).toEqual(new Set(["applied"]));
  const caller = { name: "users/bob", role: "USER", spaces: [], scope: null, device: "x" } as const;
  const { sync } = server.services;
  const { epoch } = await sync.hello(caller);
  const pulled = async (maxBytes: number): Promise<number> => {
    const page = await sync.pull(caller, { epoch, cursors: { "u:bob": 0 }, maxBytes });
    return page.type === "page" ? page.changes.length : -1;
  };
  expect(await pulled(1)).toBe(1);
  // Each row takes about 15,000 bytes in 5,000 characters.
  expect(await pulled(100_000)).toBe(7);
  expect(await pulled(1_000_000)).toBe(20);
});
