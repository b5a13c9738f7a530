import { mkdtempSync, readdirSync, rmSync, utimesSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { Upload } from "@tus/server";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openFolderPieces } from "../../src/cluster/files/folder-pieces.ts";
import { openSharedFiles } from "../../src/cluster/index.ts";
import { openSharedUploads } from "../../src/cluster/files/shared-uploads.ts";
import type { UploadPieces } from "../../src/cluster/files/upload-pieces.ts";
import { startFileServer } from "../file-client.ts";
import { startHttpServer } from "../http-server.ts";
import { shareServer } from "../shared-server.ts";
import { text, tus } from "../sync/tus-client.ts";
import { all, sha } from "./blobs.ts";

// The processes share only the database and the folder.

const shared = shareServer(startHttpServer);
let folder = "";
let nowMs = 0;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "tidemark-pieces-"));
  nowMs = Date.now();
});
afterEach(async () => {
  // Removes the uploads, because the next test uses the same ids.
  const { uploads } = await startProcess();
  nowMs += 8 * dayMs;
  while ((await uploads.expire()) > 0);
  rmSync(folder, { recursive: true, force: true });
});

async function startProcess(around: (pieces: UploadPieces) => UploadPieces = (same) => same) {
  const pieces = around(await openFolderPieces(folder));
  const { database } = shared().services;
  const uploads = openSharedUploads({ database, pieces, nowMs: () => nowMs });
  const { store } = uploads;
  return {
    uploads,
    begin: (id: string, size: number) =>
      store.create(
        new Upload({ id, size, offset: 0, metadata: { user: "users/alice", filename: "a.txt" } }),
      ),
    write: (id: string, offset: number, ...chunks: Uint8Array[]) =>
      store.write(Readable.from(chunks), id, offset),
    offset: async (id: string) => (await store.getUpload(id)).offset,
    content: async (id: string) => Buffer.concat(await all(uploads.read(id))),
  };
}

const piecesIn = (id: string): string[] => {
  try {
    return readdirSync(join(folder, id));
  } catch {
    return [];
  }
};

const conflict = { status_code: 409 };
const gone = { status_code: 404 };

describe("an upload to several processes", () => {
  test("resumes at another one, wherever it stopped", async () => {
    const processes = [await startProcess(), await startProcess()];
    const [first] = processes;
    const bytes = text(25_000_000);
    await first?.begin("u", bytes.length);
    const sizes = [1, 3, 500_000, 700_000, 9_000_000, 2, 12_000_000, 2_799_994];
    let at = 0;
    for (const [turn, size] of sizes.entries()) {
      const here = processes[turn % 2];
      expect(await here?.write("u", at, bytes.subarray(at, at + size))).toBe(at + size);
      at += size;
      expect(await processes[(turn + 1) % 2]?.offset("u")).toBe(at);
    }
    expect(at).toBe(bytes.length);
    expect(sha((await first?.content("u")) ?? "")).toBe(sha(bytes));
    // Small pieces were joined.
    expect(piecesIn("u").length).toBeLessThanOrEqual(6);
  });

  test("is written by only one of two that receive the same part at once", async () => {
    const [one, two] = [await startProcess(), await startProcess()];
    const size = 20_000_000;
    for (let round = 0; round < 5; round += 1) {
      const id = `u${round}`;
      await one.begin(id, size);
      const ofOne = new Uint8Array(size).fill(1);
      const ofTwo = new Uint8Array(size).fill(2);
      const ended = await Promise.allSettled([
        one.write(id, 0, ...slices(ofOne)),
        two.write(id, 0, ...slices(ofTwo)),
      ]);
      const refused = ended.filter(({ status }) => status === "rejected");
      expect(refused).toMatchObject([{ reason: conflict }]);
      const content = await one.content(id);
      expect(content.equals(content[0] === 1 ? ofOne : ofTwo)).toBe(true);
      await two.uploads.drop(id);
      expect(piecesIn(id)).toEqual([]);
    }
  });

  test("is rejected at a wrong offset, and after its removal", async () => {
    const [one, two] = [await startProcess(), await startProcess()];
    await one.begin("u", 10);
    await one.write("u", 0, text(4));
    await expect(two.write("u", 3, text(1))).rejects.toMatchObject(conflict);
    await expect(two.write("u", 5, text(1))).rejects.toMatchObject(conflict);
    expect(await two.write("u", 4)).toBe(4);
    await one.uploads.drop("u");
    await expect(two.write("u", 4, text(1))).rejects.toMatchObject(gone);
    await expect(two.uploads.store.remove("u")).rejects.toMatchObject(gone);
  });

  test("keeps the received bytes when its connection dies", async () => {
    const one = await startProcess();
    const bytes = text(10_000_000);
    await one.begin("u", bytes.length);
    const line = async function* (): AsyncGenerator<Uint8Array> {
      yield* slices(bytes.subarray(0, 9_000_000));
      throw new Error("the line went dead");
    };
    const writing = one.uploads.store.write(Readable.from(line()), "u", 0);
    await expect(writing).rejects.toThrow("the line went dead");
    expect(await one.offset("u")).toBe(9_000_000);
    expect(await one.write("u", 9_000_000, bytes.subarray(9_000_000))).toBe(bytes.length);
    expect(sha(await one.content("u"))).toBe(sha(bytes));
  });

  test.each(["begin", "add", "keep", "kept", "remove"] as const)(
    "is complete after a process was killed at: %s",
    async (step) => {
      const bytes = text(9_500_000);
      const other = await startProcess();
      for (let killedAt = 1; ; killedAt += 1) {
        const id = `${step}${killedAt}`;
        await using kill = startKill(killedAt);
        const killed = await startProcess((pieces) => mortal(pieces, step, kill));
        await other.begin(id, bytes.length);
        await other.write(id, 0, bytes.subarray(0, 400_000));
        // The killed process never responds, so this promise isn't awaited.
        const rest = bytes.subarray(400_000, 9_400_000);
        const ended = killed.write(id, 400_000, ...slices(rest, 1_000_000)).then(
          () => "alive",
          () => "refused",
        );
        const end = await Promise.race([ended, untilDead(kill)]);
        const at = await other.offset(id);
        expect(at).toBeGreaterThanOrEqual(400_000);
        expect(await other.write(id, at, bytes.subarray(at))).toBe(bytes.length);
        expect(sha(await other.content(id))).toBe(sha(bytes));
        await sweepAll(other);
        const { length } = piecesIn(id);
        await other.uploads.drop(id);
        expect(length).toBeGreaterThan(0);
        expect(piecesIn(id)).toEqual([]);
        if (end === "alive") break;
      }
    },
  );

  test("restarts if the store has lost a part of it", async () => {
    const one = await startProcess();
    await one.begin("u", 10);
    await one.write("u", 0, text(4));
    rmSync(join(folder, "u"), { recursive: true });
    await expect(all(one.uploads.read("u"))).rejects.toMatchObject({ name: "UploadGoneError" });
    await expect(one.write("u", 4, text(6))).rejects.toMatchObject({ status_code: 410 });
    expect(await one.uploads.ownerOf("u")).toBeNull();
  });

  test("counts toward a user's limit of 64 unfinished ones across all processes", async () => {
    const processes = [await startProcess(), await startProcess(), await startProcess()];
    const begun = processes.flatMap(({ begin }, at) =>
      Array.from({ length: 30 }, (_, n) => begin(`u${at}-${n}`, 10)),
    );
    const ended = await Promise.allSettled(begun);
    const refused = ended.filter(({ status }) => status === "rejected");
    expect(refused).toHaveLength(26);
    expect(refused[0]).toMatchObject({ reason: { error: { code: "RESOURCE_EXHAUSTED" } } });
  });

  test("is counted once while the request that creates it is running", async () => {
    const stored = Promise.withResolvers<void>();
    const mayAnswer = Promise.withResolvers<void>();
    let left = 40;
    await using api = await startFileServer(
      {},
      {
        async openFilesOf(at, options) {
          const files = await openSharedFiles(at, options);
          const { store } = files.uploads;
          const create = store.create.bind(store);
          store.create = async (upload) => {
            const created = await create(upload);
            left -= 1;
            if (left === 0) stored.resolve();
            if (left >= 0) await mayAnswer.promise;
            return created;
          };
          return files;
        },
      },
    );
    const begin = async (): Promise<number> => (await tus(api).create(text(5))).status;
    const statuses = Array.from({ length: 40 }, begin);
    await stored.promise;
    for (let n = 0; n < 24; n += 1) expect(await begin()).toBe(201);
    expect(await begin()).toBe(429);
    mayAnswer.resolve();
    expect(new Set(await Promise.all(statuses))).toEqual(new Set([201]));
  });
});

describe("the sweep", () => {
  test("includes uploads after a week, and orphaned pieces after a day", async () => {
    const one = await startProcess();
    await one.begin("old", 10);
    await one.write("old", 0, text(4));
    nowMs += 6 * dayMs;
    await one.begin("young", 10);
    await one.write("young", 0, text(4));
    const pieces = await openFolderPieces(folder);
    for (const upload of ["young", "nobodys"]) {
      await using piece = await pieces.begin(upload);
      await piece.add(text(3));
      await piece.keep();
    }
    for (const id of ["young", "nobodys"]) makeOld(id, nowMs / 1000 - 3600);
    nowMs += dayMs - 3_700_000;
    expect(await one.uploads.expire()).toBe(0);
    expect([piecesIn("young").length, piecesIn("nobodys").length]).toEqual([2, 1]);
    nowMs += 3_800_000;
    expect(await one.uploads.expire()).toBe(1);
    expect([piecesIn("old"), piecesIn("nobodys")]).toEqual([[], []]);
    expect(piecesIn("young")).toHaveLength(1);
    expect(await one.offset("young")).toBe(4);
    expect(await one.uploads.unfinishedOf("users/alice")).toBe(1);
  });
});

const dayMs = 24 * 60 * 60 * 1000;

function makeOld(id: string, seconds: number): void {
  for (const name of piecesIn(id)) utimesSync(join(folder, id, name), seconds, seconds);
}

/** Sweeps as if days had passed, without letting uploads expire. */
async function sweepAll({ uploads }: Awaited<ReturnType<typeof startProcess>>): Promise<void> {
  for (const id of readdirSync(folder)) makeOld(id, nowMs / 1000 - 2 * 86_400);
  await uploads.expire();
}

function* slices(bytes: Uint8Array, size = 65_536): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

interface Kill extends AsyncDisposable {
  /** Number of times the step still runs before the kill. */
  left: number;
  isDead: boolean;
  /** Open resources of the killed process, released when it is disposed. */
  readonly held: AsyncDisposableStack;
}

function startKill(left: number): Kill {
  const held = new AsyncDisposableStack();
  return { left, isDead: false, held, [Symbol.asyncDispose]: () => held.disposeAsync() };
}

/** Wraps the pieces of a process that is killed at `step`: from then on its calls never resolve. */
function mortal(pieces: UploadPieces, step: string, kill: Kill): UploadPieces {
  const never = new Promise<never>(() => {});
  const reached = (at: string): boolean => {
    if (at === step && !kill.isDead) {
      kill.left -= 1;
      kill.isDead = kill.left === 0;
    }
    return kill.isDead;
  };
  return {
    ...pieces,
    async begin(upload) {
      if (reached("begin")) return never;
      const piece = kill.held.use(await pieces.begin(upload));
      return {
        name: piece.name,
        get sizeBytes() {
          return piece.sizeBytes;
        },
        add: (bytes) => (reached("add") ? never : piece.add(bytes)),
        async keep() {
          if (reached("keep")) return never;
          await piece.keep();
          return reached("kept") ? never : undefined;
        },
        [Symbol.asyncDispose]: () => (kill.isDead ? never : piece[Symbol.asyncDispose]()),
      };
    },
    async open(upload, name) {
      const content = await pieces.open(upload, name);
      if (content instanceof Readable) kill.held.defer(async () => void content.destroy());
      return content;
    },
    remove: (upload, name) => (reached("remove") ? never : pieces.remove(upload, name)),
  };
}

async function untilDead(kill: Kill): Promise<"dead"> {
  while (!kill.isDead) await new Promise((resolve) => setTimeout(resolve, 5));
  return "dead";
}
