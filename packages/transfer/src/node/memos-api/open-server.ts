import { createReadStream } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { floorToMs, isObject, parseInstant, parseJson } from "@tidemark/core";
import type { Visibility } from "@tidemark/core/model";
import { z } from "zod";
import { makeTempDir } from "../temp-dir.ts";
import { SourceRefused } from "../../archive/source-tree.ts";
import {
  type MemosRecord,
  memosItems,
  memosLedger,
  memosLocation,
  memosReaction,
  memosVisibility,
} from "../../memos/memos-record.ts";
import { readableParts, unreadWords } from "../../memos/side-parts.ts";
import {
  type ImportFile,
  type ImportItem,
  type ImportNote,
  type ImportSource,
  problem,
  skipped,
} from "../../model.ts";
import {
  type FileAnswer,
  filesPageSchema,
  type MemoAnswer,
  memoAnswerSchema,
  memosPageSchema,
  meSchema,
  sessionSchema,
  sideFields,
  statusSchema,
} from "./memos-answers.ts";
import { createMemosClient, type MemosClient, type MemosClientOptions } from "./memos-client.ts";

const pageSize = 200;
const maxPages = 100_000;

/**
 * Opens the memos of a token's user on a memos server. Downloads them once into a temporary file, which is
 * deleted when the source is closed; attachments are downloaded when they are imported. Throws
 * `SourceRefused` if the server can't be reached, or rejects the token.
 */
export async function openMemosServer(
  options: MemosClientOptions & { readonly tempParent?: string | null },
): Promise<ImportSource> {
  const { tempParent = null } = options;
  const client = createMemosClient(options);
  const me = await whoAmI(client, options.url);
  await using held = new AsyncDisposableStack();
  const { dir: room } = held.use(await makeTempDir(tempParent));
  const file = join(room, "memos.jsonl");
  const host = new URL(options.url).host;
  const seen = await whole(`the memos on ${host}`, fetchMemos(client, me.name, file));
  const loose = await whole(`the files on ${host}`, looseFiles(client));
  const moved = held.move();
  return {
    ...memosLedger,
    label: `the memos of ${me.username || me.name} on ${host}`,
    items: (signal) => readKept(client, me.name, file, seen, loose, signal),
    [Symbol.asyncDispose]: () => moved.disposeAsync(),
  };
}

/** Waits for a list of a known server. Throws `SourceRefused` with the code "cut-short" if it ends early. */
async function whole<T>(list: string, read: Promise<T>): Promise<T> {
  try {
    return await read;
  } catch (cause) {
    if (!(cause instanceof SourceRefused)) throw cause;
    const words = `the list of ${list} was cut short, so nothing was imported: ${cause.words}`;
    throw new SourceRefused("cut-short", words, { cause });
  }
}

interface Me {
  readonly name: string;
  readonly username: string;
}

/** Checks the token first, because lists up to 0.26 treat an invalid token as anonymous. */
async function whoAmI(client: MemosClient, url: string): Promise<Me> {
  const me = await client.probe("GET", "/api/v1/auth/me", meSchema);
  if (me !== null) return me.user;
  const session = await client.probe("GET", "/api/v1/auth/sessions/current", sessionSchema);
  if (session !== null) return session.user;
  const status = await client.probe("POST", "/api/v1/auth/status", statusSchema);
  if (status !== null) return status;
  throw new SourceRefused("no-answer", `${url} doesn't respond like a memos server`);
}

interface Seen {
  /** Visibility of the user's memos by uid. */
  readonly own: ReadonlyMap<string, Visibility>;
  readonly othersCount: number;
  /** Memos that can't be read. */
  readonly unread: readonly ImportNote[];
}

/** Writes every memo of a user into a file, comments after their parents. */
async function fetchMemos(client: MemosClient, me: string, file: string): Promise<Seen> {
  const own = new Map<string, Visibility>();
  const others = new Set<string>();
  await using out = await open(file, "w", 0o600);
  const unreadMemos: ImportNote[] = [];
  let level: string[] = [];
  const noteMemo = async (answer: unknown, next: string[]): Promise<void> => {
    const { value, unread } = readableParts(answer, sideFields);
    const parsed = memoAnswerSchema.safeParse(value);
    if (!parsed.success) {
      const from =
        isObject(answer) && typeof answer["name"] === "string" ? answer["name"] : "memos";
      unreadMemos.push(problem(from, "broken", "the server answers it in an unknown format"));
      return;
    }
    const memo = parsed.data;
    const uid = uidOf(memo);
    if (own.has(uid) || others.has(uid)) return;
    if (hasComments(memo)) next.push(memo.name);
    // Some lists include other users' memos, which are only counted.
    if (memo.creator !== me) others.add(uid);
    else {
      own.set(uid, memosVisibility(memo.visibility));
      await writeLine(out, { memo, unread });
    }
  };
  for (const state of ["NORMAL", "ARCHIVED"]) {
    for await (const page of pages(client, "/api/v1/memos", { state }, memosPageSchema)) {
      for (const memo of page.memos) await noteMemo(memo, level);
    }
  }
  // Lists omit comments, at every level.
  while (level.length > 0) {
    const next: string[] = [];
    for (const name of level) {
      for await (const page of pages(client, `/api/v1/${name}/comments`, {}, memosPageSchema)) {
        for (const memo of page.memos) await noteMemo(memo, next);
      }
    }
    level = next;
  }
  return { own, othersCount: others.size, unread: unreadMemos };
}

const keptSchema = z.object({ memo: memoAnswerSchema, unread: z.array(z.string()).readonly() });

async function writeLine(out: FileHandle, memo: z.infer<typeof keptSchema>): Promise<void> {
  // Line readers treat these characters as line ends too.
  const line = JSON.stringify(memo).replaceAll("\u2028", "\\u2028").replaceAll("\u2029", "\\u2029");
  await out.write(`${line}\n`);
}

function hasComments({ name, relations }: MemoAnswer): boolean {
  return relations.some(({ type, relatedMemo }) => type === "COMMENT" && relatedMemo === name);
}

/** Yields the pages of a list. Throws `SourceRefused` for an endless list, and for a missing page. */
async function* pages<T extends { readonly nextPageToken: string }>(
  client: MemosClient,
  path: string,
  parameters: Readonly<Record<string, string>>,
  schema: z.ZodType<T>,
  first?: T,
): AsyncGenerator<T> {
  const tokens = new Set<string>();
  let pageToken = "";
  for (let count = 0; count < maxPages; count += 1) {
    const page =
      (count === 0 && first) || (await client.get(pagePath(path, parameters, pageToken), schema));
    yield page;
    ({ nextPageToken: pageToken } = page);
    if (pageToken === "") return;
    if (tokens.has(pageToken)) break;
    tokens.add(pageToken);
  }
  throw new SourceRefused("no-answer", `the pages of ${path} do not end`);
}

function pagePath(
  path: string,
  parameters: Readonly<Record<string, string>>,
  pageToken: string,
): string {
  const query = new URLSearchParams({
    ...parameters,
    pageSize: String(pageSize),
    ...(pageToken !== "" && { pageToken }),
  });
  return `${path}?${query.toString()}`;
}

/** Returns the user's files that aren't attached to a memo; [] if the server doesn't list files. */
async function looseFiles(client: MemosClient): Promise<FileAnswer[]> {
  for (const path of ["/api/v1/attachments", "/api/v1/resources"]) {
    const first = await client.probe("GET", pagePath(path, {}, ""), filesPageSchema);
    if (first === null) continue;
    const loose: FileAnswer[] = [];
    for await (const page of pages(client, path, {}, filesPageSchema, first)) {
      const files = page.attachments ?? page.resources ?? [];
      for (const file of files) if ((file.memo ?? "") === "") loose.push(file);
    }
    return loose;
  }
  return [];
}

async function* readKept(
  client: MemosClient,
  me: string,
  file: string,
  { own, othersCount, unread }: Seen,
  loose: readonly FileAnswer[],
  signal: AbortSignal | undefined,
): AsyncGenerator<ImportItem> {
  const uids = new Map<string, string>();
  const lines = (): AsyncIterable<string> =>
    createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY });
  // The oldest form names memos by number, with the uid in another field.
  for await (const line of lines()) {
    signal?.throwIfAborted();
    const { memo } = parseJson(keptSchema, line);
    uids.set(memo.name, uidOf(memo));
  }
  for await (const line of lines()) {
    const kept = parseJson(keptSchema, line);
    const record = recordOf(client, me, kept.memo, uids);
    yield* memosItems(record, own);
    if (kept.unread.length === 0) continue;
    yield problem(`memos/${record.uid}`, "unread-parts", unreadWords(kept.unread));
  }
  yield* unread;
  for (const { name, filename } of loose) {
    yield problem(name, "loose-file", `the file "${filename}" isn't attached to a memo; skipped`);
  }
  if (othersCount > 0) {
    yield skipped("memos", "others", `memos of other people, skipped: ${othersCount}`);
  }
}

function recordOf(
  client: MemosClient,
  me: string,
  memo: MemoAnswer,
  uids: ReadonlyMap<string, string>,
): MemosRecord {
  const uidOfName = (name: string): string => uids.get(name) ?? name.replace(/^memos\//, "");
  const comment = memo.relations.find(
    (relation) => relation.type === "COMMENT" && relation.memo === memo.name,
  );
  const parent = memo.parent ?? comment?.relatedMemo ?? "";
  const references = memo.relations.flatMap((relation) =>
    relation.type === "REFERENCE" && relation.memo === memo.name
      ? [uidOfName(relation.relatedMemo)]
      : [],
  );
  const own = memo.reactions.filter(({ creator }) => creator === me);
  const files = memo.attachments ?? memo.resources ?? [];
  return {
    uid: uidOf(memo),
    content: memo.content,
    createdMs: msOf(memo.createTime),
    updatedMs: msOf(memo.updateTime),
    state: (memo.state ?? memo.rowStatus) === "ARCHIVED" ? "ARCHIVED" : "NORMAL",
    visibility: memosVisibility(memo.visibility),
    pinned: memo.pinned,
    location: memosLocation(memo.location),
    parent: parent === "" ? null : uidOfName(parent),
    references: [...new Set(references)],
    reactions: own.map(({ reactionType }) => memosReaction(reactionType)),
    othersReactions: memo.reactions.length - own.length,
    tags: memo.tags,
    files: files.map((file) => fileOf(client, file)),
    notes: [],
  };
}

function uidOf({ name, uid }: Pick<MemoAnswer, "name" | "uid">): string {
  return uid !== undefined && uid !== "" ? uid : name.replace(/^memos\//, "");
}

function msOf(time: string): number {
  const nanos = parseInstant(time);
  if (nanos === null) throw new SourceRefused("no-answer", `the server says ${time} is a time`);
  return floorToMs(nanos);
}

function fileOf(client: MemosClient, file: FileAnswer): ImportFile {
  const { name, uid, filename, type } = file;
  const sizeBytes = Number(file.size);
  return {
    key: uid !== undefined && uid !== "" ? uid : name.replace(/^\w+\//, ""),
    filename: filename || "file",
    type,
    sizeBytes,
    // The server ignores the name after the id; some versions fail on names with a percent sign.
    open: () => client.file(`/file/${name}/file`, sizeBytes),
  };
}
