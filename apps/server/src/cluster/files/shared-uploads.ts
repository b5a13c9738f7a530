import { appError, AppFailure } from "@tidemark/core";
import type { PartialUpload, ServerDatabase } from "@tidemark/core";
import { DataStore, ERRORS, Upload } from "@tus/server";
import type { NewPiece, UploadPieces } from "./upload-pieces.ts";
import {
  maxUnfinished,
  unfinishedMs,
  UploadGoneError,
  type Uploads,
} from "../../files/uploads/uploads.ts";
import { asUserReference } from "@tidemark/core/names";

/** What a process has of an upload, and others do not know of yet, is at most so much. */
const pieceBytes = 8 * 1024 * 1024;
/** A smaller piece is written anew together with what follows, so that few make up a file. */
const leastBytes = 1024 * 1024;
/** A piece that no upload names after this time is of a process that was killed in between. */
const orphanedMs = 24 * 60 * 60 * 1000;
const batchSize = 100;

export interface SharedUploadsDeps {
  readonly database: ServerDatabase;
  readonly pieces: UploadPieces;
  readonly nowMs: () => number;
}

/**
 * Uploads to any of several processes that share a database. What has arrived lies in pieces, and the
 * database says which of them make up an upload. A piece is first written and then put behind the
 * others in a transaction that finds the upload as it was: of two processes that write at the same time
 * one is refused (409), and one that is killed has put all of a piece or nothing.
 */
export function openSharedUploads(deps: SharedUploadsDeps): Uploads {
  const { database } = deps;
  const store = new SharedUploadStore(deps);
  return {
    store,
    isLimited: true,
    ownerOf: async (id) => (await store.find(id))?.user ?? null,
    unfinishedOf: (user) => database.read(({ partialUploads }) => partialUploads.countOf(user)),
    read: (id) => store.read(id),
    drop: async (id) => {
      await store.drop(id);
    },
    expire: () => store.deleteExpired(),
  };
}

class SharedUploadStore extends DataStore {
  readonly #database: ServerDatabase;
  readonly #pieces: UploadPieces;
  readonly #nowMs: () => number;

  constructor({ database, pieces, nowMs }: SharedUploadsDeps) {
    super();
    this.#database = database;
    this.#pieces = pieces;
    this.#nowMs = nowMs;
    // What the store of a single process has, so that clients hear the same.
    this.extensions = [
      "creation",
      "creation-with-upload",
      "creation-defer-length",
      "termination",
      "expiration",
    ];
  }

  find(id: string): Promise<PartialUpload | null> {
    return this.#database.read(({ partialUploads }) => partialUploads.find(id));
  }

  override async create(upload: Upload): Promise<Upload> {
    const { id, size = 0, metadata } = upload;
    const user = asUserReference(metadata?.["user"] ?? "");
    const begunMs = this.#nowMs();
    await this.#database.write(async ({ partialUploads }) => {
      if ((await partialUploads.countOf(user)) >= maxUnfinished) throw tooMany();
      await partialUploads.insert({
        id,
        user,
        filename: metadata?.["filename"] ?? "",
        type: metadata?.["type"] ?? "",
        sizeBytes: size,
        sha256: metadata?.["sha256"] ?? "",
        begunMs,
      });
    });
    upload.creation_date = new Date(begunMs).toISOString();
    return upload;
  }

  override async getUpload(id: string): Promise<Upload> {
    const found = await this.find(id);
    if (found === null) throw new TusRefusal(ERRORS.FILE_NOT_FOUND);
    const { filename, type, sha256, user } = found;
    return new Upload({
      id,
      size: found.sizeBytes,
      offset: arrivedBytes(found),
      metadata: { filename, type, sha256, user },
      creation_date: new Date(found.begunMs).toISOString(),
    });
  }

  /** Gives how much has arrived then. What came before a line went dead is kept. */
  override async write(
    stream: AsyncIterable<Uint8Array>,
    id: string,
    offset: number,
  ): Promise<number> {
    let upload = await this.find(id);
    if (upload === null) throw new TusRefusal(ERRORS.FILE_NOT_FOUND);
    if (arrivedBytes(upload) !== offset) throw new TusRefusal(ERRORS.INVALID_OFFSET);
    const incoming = cutLoose(stream);
    for (;;) {
      const first = await incoming.next();
      if (first === null) break;
      const tail = tailOf(upload);
      await using piece = await this.#pieces.begin(id);
      if (tail !== null) await this.#repeat(upload, tail.name, piece);
      let bytes: Uint8Array | null = first;
      while (bytes !== null) {
        await piece.add(bytes);
        bytes = piece.sizeBytes < pieceBytes ? await incoming.next() : null;
      }
      upload = await this.#put(upload, tail?.sizeBytes ?? 0, piece);
      if (tail !== null) await this.#discard(id, tail.name);
    }
    incoming.throwIfBroken();
    return arrivedBytes(upload);
  }

  /** Writes once more what is at the end of an upload. */
  async #repeat(upload: PartialUpload, name: string, piece: NewPiece): Promise<void> {
    try {
      for await (const bytes of this.#open(upload.id, name)) await piece.add(bytes);
    } catch (error) {
      if (!(error instanceof UploadGoneError)) throw error;
      const now = await this.find(upload.id);
      // Another process has gone on meanwhile, or ended it.
      if (now === null) throw new TusRefusal(ERRORS.FILE_NOT_FOUND);
      if (arrivedBytes(now) !== arrivedBytes(upload)) throw new TusRefusal(ERRORS.INVALID_OFFSET);
      // The store has lost it: the file has to be sent from its beginning.
      await this.drop(upload.id);
      throw new TusRefusal(ERRORS.FILE_NO_LONGER_EXISTS);
    }
  }

  /** Removes what no upload names. What cannot be removed now is found by the sweep. */
  async #discard(id: string, name: string): Promise<void> {
    await this.#pieces.remove(id, name).catch(() => undefined);
  }

  /** Puts a piece in place of the last `replacedBytes` of an upload, if that is as it was. */
  async #put(
    upload: PartialUpload,
    replacedBytes: number,
    piece: NewPiece,
  ): Promise<PartialUpload> {
    const { id } = upload;
    const { name, sizeBytes } = piece;
    await piece.keep();
    const offset = arrivedBytes(upload);
    const placed = await this.#database.write(async ({ partialUploads }) => {
      const now = await partialUploads.find(id);
      if (now === null) return ERRORS.FILE_NOT_FOUND;
      if (arrivedBytes(now) !== offset) return ERRORS.INVALID_OFFSET;
      const startByte = offset - replacedBytes;
      await partialUploads.putPiece({ upload: id, startByte, name, sizeBytes });
      return now;
    });
    if (!("pieces" in placed)) {
      await this.#discard(id, name);
      throw new TusRefusal(placed);
    }
    const before = replacedBytes === 0 ? placed.pieces : placed.pieces.slice(0, -1);
    return { ...placed, pieces: [...before, { name, sizeBytes }] };
  }

  async *read(id: string): AsyncGenerator<Uint8Array> {
    const found = await this.find(id);
    if (found === null) throw new UploadGoneError();
    for (const { name } of found.pieces) yield* this.#open(id, name);
  }

  async *#open(id: string, name: string): AsyncGenerator<Uint8Array> {
    const content = await this.#pieces.open(id, name);
    if (content === null) throw new UploadGoneError();
    yield* content;
  }

  /** False when it was gone. */
  async drop(id: string): Promise<boolean> {
    const removed = await this.#database.write(async ({ partialUploads }) => {
      const found = await partialUploads.find(id);
      if (found !== null) await partialUploads.remove(id);
      return found;
    });
    for (const { name } of removed?.pieces ?? []) await this.#discard(id, name);
    return removed !== null;
  }

  override async remove(id: string): Promise<void> {
    if (!(await this.drop(id))) throw new TusRefusal(ERRORS.FILE_NOT_FOUND);
  }

  override async deleteExpired(): Promise<number> {
    const beforeMs = this.#nowMs() - unfinishedMs;
    let dropped = 0;
    for (;;) {
      const ids = await this.#database.read(({ partialUploads }) =>
        partialUploads.begunBefore(beforeMs, batchSize),
      );
      for (const id of ids) if (await this.drop(id)) dropped += 1;
      if (ids.length < batchSize) break;
    }
    await this.#removeOrphans();
    return dropped;
  }

  /** Removes the pieces that no upload names: what a process wrote that was killed before it said so. */
  async #removeOrphans(): Promise<void> {
    const beforeMs = this.#nowMs() - orphanedMs;
    let lastUpload = "";
    let named = new Set<string>();
    for await (const { upload, name, writtenMs } of this.#pieces.list()) {
      if (writtenMs >= beforeMs) continue;
      if (upload !== lastUpload) {
        named = new Set((await this.find(upload))?.pieces.map((piece) => piece.name));
        lastUpload = upload;
      }
      if (!named.has(name)) await this.#pieces.remove(upload, name);
    }
  }

  override getExpiration(): number {
    return unfinishedMs;
  }
}

/** A refusal in the tus server's words, which it answers with. */
class TusRefusal extends Error {
  readonly status_code: number;
  readonly body: string;

  constructor({ status_code, body }: { readonly status_code: number; readonly body: string }) {
    super(body);
    this.status_code = status_code;
    this.body = body;
  }
}

function arrivedBytes({ pieces }: PartialUpload): number {
  return pieces.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
}

/** The last piece, where it is so small that it is written anew. */
function tailOf({ pieces }: PartialUpload): PartialUpload["pieces"][number] | null {
  const last = pieces.at(-1);
  return last !== undefined && last.sizeBytes < leastBytes ? last : null;
}

/** What comes, piece by piece, where a line that goes dead is an end like any other, at first. */
function cutLoose(stream: AsyncIterable<Uint8Array>) {
  const chunks = stream[Symbol.asyncIterator]();
  let broken: { readonly error: unknown } | null = null;
  return {
    /** null: nothing more comes. */
    async next(): Promise<Uint8Array | null> {
      if (broken !== null) return null;
      try {
        const { done, value } = await chunks.next();
        return done === true ? null : value;
      } catch (error) {
        broken = { error };
        return null;
      }
    },
    throwIfBroken(): void {
      if (broken !== null) throw broken.error;
    },
  };
}

function tooMany(): AppFailure {
  return new AppFailure(appError("RESOURCE_EXHAUSTED", "too many unfinished uploads"));
}
