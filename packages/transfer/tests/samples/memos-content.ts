import { createHash } from "node:crypto";
import { pngFile } from "../../../../tests/screens/png-file.ts";
import type { ExpectedMemo } from "../expected-memos.ts";

/** Users by rowid. */
export const people = { host: 1, alice: 2, bob: 3 } as const;
export type Person = keyof typeof people;

export interface SampleFile {
  readonly uid: string;
  readonly filename: string;
  readonly type: string;
  readonly content: Buffer;
  readonly stored: "DATABASE" | "LOCAL" | "S3";
  /** Path of a local file below the server's data folder. */
  readonly path: string;
}

/** Memo of a fictional server. Times are in seconds. */
export interface SampleMemo {
  readonly uid: string;
  readonly author: Person;
  readonly content: string;
  readonly createTime: number;
  readonly updateTime: number;
  readonly visibility: "PRIVATE" | "PROTECTED" | "PUBLIC";
  readonly pinned: boolean;
  readonly state: "NORMAL" | "ARCHIVED";
  readonly tags: readonly string[];
  readonly location: ExpectedMemo["location"];
  readonly parent: string | null;
  readonly references: readonly string[];
  readonly files: readonly SampleFile[];
  readonly reactions: readonly (readonly [user: Person, reaction: string])[];
}

function file(
  uid: string,
  filename: string,
  type: string,
  content: string | Buffer,
  stored: SampleFile["stored"] = "DATABASE",
  path = `assets/1700000000_${uid}_${filename}`,
): SampleFile {
  return { uid, filename, type, content: Buffer.from(content), stored, path };
}

/** Returns a PNG of one shade of grey. */
function picture(shade: number): Buffer {
  const size = 8;
  const row = [0, ...Array<number[]>(size).fill([shade, shade, shade]).flat()];
  return pngFile(size, size, Buffer.from(Array<number[]>(size).fill(row).flat()));
}

const hourS = 3600;
const firstS = Date.UTC(2021, 2, 4, 5, 6, 7) / 1000;
let count = 0;

function memo(uid: string, content: string, more: Partial<SampleMemo> = {}): SampleMemo {
  count += 1;
  const createTime = more.createTime ?? firstS + count * 30 * hourS;
  return {
    uid,
    author: "alice",
    content,
    createTime,
    updateTime: createTime + 90,
    visibility: "PRIVATE",
    pinned: false,
    state: "NORMAL",
    tags: [],
    location: null,
    parent: null,
    references: [],
    files: [],
    reactions: [],
    ...more,
  };
}

const heldInDatabase = [
  file("dbPicture", "karta över hamnen.png", "image/png", picture(40)),
  file("dbNote", "Re\u0301sume\u0301.txt", "text/plain", "decomposed"),
  file("dbOdd", "a+b & 100% c#1 'q'.txt", "text/plain", "odd"),
  file("dbSameA", "image.png", "image/png", picture(80)),
  file("dbSameB", "image.png", "image/png", picture(120)),
  file("dbEmpty", "empty.txt", "text/plain", ""),
  file("dbBytes", "blob.bin", "application/octet-stream", Buffer.from([0, 255, 10, 13, 0])),
];

const heldOnDisk = [
  file("diskPicture", "図面 – naïve 📐.png", "image/png", picture(160), "LOCAL"),
  file("diskArabic", "ملف.txt", "text/plain", "مرحبا", "LOCAL"),
  file("diskEmpty", "nothing.md", "text/markdown", "", "LOCAL"),
  file("diskDeep", "data.json", "application/json", "{}", "LOCAL", "assets/2026/11/x_data.json"),
  file("diskFar", "far.txt", "text/plain", "far", "LOCAL", "assets/absolute/17/far.txt"),
];

/** Files of alice that aren't attached to a memo. */
export const looseFiles = [file("loose", "loose.txt", "text/plain", "loose")];

const embeds = [
  file("shownHere", "sea & sky.png", "image/png", picture(200)),
  file("linkedHere", "timetable.csv", "text/csv", "line,every\n7,10 min\n"),
];

export const sampleMemos: readonly SampleMemo[] = [
  memo("first", "Hej! Det här är den första anteckningen. #svenska/början", {
    createTime: Date.UTC(2019, 0, 1) / 1000,
    tags: ["svenska/början"],
  }),
  memo("japanese", "東京の路面電車は安い。#旅/日本 また乗りたい。", { tags: ["旅/日本"] }),
  memo("arabic", "قائمة التسوق: خبز، زيتون، ليمون #سوق", { tags: ["سوق"] }),
  memo("hindi", "चाय की दुकान सुबह छह बजे खुलती है। #चाय", { tags: ["चाय"] }),
  memo("korean", "냉면은 여름에 제일 맛있다\n\n- 물냉면\n- 비빔냉면"),
  memo("turkish", "İstanbul'da ıssız bir sokak; ağaç #ağaç", { tags: ["ağaç"] }),
  memo("emoji", "👩‍👩‍👧‍👦 picnic 🏳️‍🌈 at the lake 🇸🇪"),
  memo("decomposed", "Cafe\u0301 in Zu\u0308rich, Straße und STRASSE"),
  memo("tasks", "## Packing\n\n- [x] tent\n- [ ] rope\n  - [ ] *short* rope\n1. [ ] map #packing", {
    tags: ["packing"],
  }),
  memo("code", "Before\n\n```sh\necho '#no-tag' | wc -c\n```\n\nand `#none` inline #shell", {
    tags: ["shell"],
  }),
  memo("open-fence", "~~~\nnever closed\n# no heading"),
  memo("table", "| stop | minutes |\n| --- | ---: |\n| Harbour | 7 |\n| Śródmieście | 12 |"),
  memo("html", '<details open><summary>More</summary>\n<b>bold</b> & <img src="x">\n</details>'),
  memo("front-matter", "---\ntitle: not a title\ntags: [none]\n---\n\nText after it"),
  memo("wiki", "A [[page]] that is in no list, and @bob"),
  memo("crlf", "one\r\ntwo\r\n\r\nthree\r\n"),
  memo("cr", "one\rtwo\rthree"),
  memo("blanks", "  \n\t indented, with blanks behind  \n\n\n"),
  memo("empty", ""),
  memo("dot", "."),
  memo("long", "Längs kusten går en smal väg. ".repeat(400)),
  memo("twin-a", "The same words", { createTime: 1_600_000_000 }),
  memo("twin-b", "The same words", { createTime: 1_600_000_000 }),
  memo("epoch", "Written at the beginning of time", { createTime: 0, updateTime: 0 }),
  memo("future", "Written in 2038", { createTime: 2_147_483_648 }),
  memo("backwards", "Edited before it was written", {
    createTime: 1_650_000_000,
    updateTime: 1_640_000_000,
  }),
  memo("pinned", "Door code: ask at the desk", { pinned: true }),
  memo("archived", "An old list #archive/old", { state: "ARCHIVED", tags: ["archive/old"] }),
  memo("archived-pinned", "Old and pinned", { state: "ARCHIVED", pinned: true }),
  memo("located", "Fika by the water", {
    location: { placeholder: "Göteborg, Järntorget", latitude: 57.6997, longitude: 11.9533 },
  }),
  memo("located-zero", "Where the equator meets Greenwich", {
    location: { placeholder: "", latitude: 0, longitude: 0 },
  }),
  memo("located-south", "South and west", {
    location: { placeholder: "Ushuaia", latitude: -54.8, longitude: -68.3 },
  }),
  memo("files-database", "Files in the database", { files: heldInDatabase }),
  memo("files-disk", "Files on disk", { files: heldOnDisk }),
  memo("files-bucket", "A file in a bucket", {
    files: [file("bucket", "chart.svg", "image/svg+xml", "<svg/>", "S3")],
  }),
  memo(
    "embeds",
    "![sea](/file/attachments/shownHere/sea%20%26%20sky.png) ![again](/file/resources/shownHere)\n" +
      "[times](http://127.0.0.1:5230/file/attachments/linkedHere/timetable.csv), [first](/memos/first), " +
      "[bob's](/memos/bob-public)",
    { files: embeds, references: ["first"] },
  ),
  memo("refers-a", "Refers to B and to what is archived", { references: ["refers-b", "archived"] }),
  memo("refers-b", "Refers back, to itself and to one of bob's", {
    references: ["refers-a", "refers-b", "bob-public"],
  }),
  memo("public", "Open to everyone #public", {
    visibility: "PUBLIC",
    tags: ["public"],
    reactions: [
      ["alice", "👍"],
      ["bob", "🎉"],
      ["host", "👍"],
    ],
  }),
  memo("protected", "Open to everyone who signs in", {
    visibility: "PROTECTED",
    reactions: [
      ["alice", "💛"],
      ["alice", "🚀"],
    ],
  }),
  memo("pinned-public", "Read this first", { visibility: "PUBLIC", pinned: true }),
  memo("bob-public", "Всем привет от Боба #привет", {
    author: "bob",
    visibility: "PUBLIC",
    tags: ["привет"],
    reactions: [
      ["alice", "👀"],
      ["bob", "👍"],
    ],
  }),
  memo("bob-protected", "Для своих", {
    author: "bob",
    visibility: "PROTECTED",
    pinned: true,
    files: [file("bobFile", "заметки.txt", "text/plain", "строка", "LOCAL")],
  }),
  memo("bob-private", "Только моё", { author: "bob", references: ["public", "bob-public"] }),
  memo("bob-archived", "Старое", { author: "bob", state: "ARCHIVED" }),
  memo("host-public", "Maintenance on Sunday", {
    author: "host",
    visibility: "PUBLIC",
    files: [file("hostFile", "plan.md", "text/markdown", "# Plan\n")],
  }),
  memo("host-private", "Renew the certificate", { author: "host" }),
  // Comments, up to three deep, on own memos and on others'.
  memo("comment", "A comment on my own", { parent: "public", visibility: "PUBLIC" }),
  memo("bob-comment", "И я так думаю", { author: "bob", parent: "comment", visibility: "PUBLIC" }),
  memo("reply", "Thanks, Боб", { parent: "bob-comment", visibility: "PUBLIC" }),
  memo("own-reply", "On second thought", { parent: "comment", visibility: "PUBLIC" }),
  memo("on-bobs", "Привет! #reply", {
    parent: "bob-public",
    visibility: "PUBLIC",
    tags: ["reply"],
  }),
  memo("narrower", "A comment that only I may read", { parent: "public" }),
  memo("host-comment", "Seen", { author: "host", parent: "protected", visibility: "PROTECTED" }),
  memo("orphan", "A comment on a memo that is gone", { parent: "gone" }),
];

/** Returns true if a user can read a memo on the server. */
export function sees({ author, visibility }: SampleMemo, user: Person | null): boolean {
  return (
    visibility === "PUBLIC" || author === user || (visibility === "PROTECTED" && user !== null)
  );
}

/** Returns true if a memo can be reached through lists and the comments of listed memos. */
function isReached(memo: SampleMemo, user: Person): boolean {
  if (memo.parent === null) return sees(memo, user);
  const above = sampleMemos.find(({ uid }) => uid === memo.parent);
  return above !== undefined && sees(memo, user) && isReached(above, user);
}

/** Returns the memos that a faithful import yields; the oldest version has no locations. */
export function expectedOfSample(hasLocations: boolean): ExpectedMemo[] {
  return sampleMemos.map((memo) => ({
    uid: memo.uid,
    key: memo.uid,
    author: memo.author,
    contentSha256: createHash("sha256").update(memo.content).digest("hex"),
    createTime: memo.createTime,
    updateTime: memo.updateTime,
    visibility: memo.visibility,
    pinned: memo.pinned,
    state: memo.state,
    tags: [...memo.tags],
    location: hasLocations ? memo.location : null,
    parent: memo.parent,
    references: [...memo.references],
    attachments: memo.files.map(({ uid, filename, content, stored }) => ({
      uid,
      author: memo.author,
      filename,
      size: content.length,
      sha256: createHash("sha256").update(content).digest("hex"),
      stored,
    })),
    reactions: memo.reactions.map(([user, reaction]) => ({ user, reaction })),
    seenThroughApiBy: Object.keys(people).filter((user) => isReached(memo, user as Person)),
  }));
}
