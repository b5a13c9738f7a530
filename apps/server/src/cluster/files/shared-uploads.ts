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

/** Maximum size of a piece in bytes. A process holds at most this much that other processes can't see. */
const pieceBytes = 8 * 1024 * 1024;
/**
 * Minimum size of a piece in bytes: a smaller one is rewritten with the bytes that follow, so a file has few
 * pieces.
 */
const leastBytes = 1024 * 1024;
/** Age after which an unreferenced piece is deleted: its process was killed in between. */
const orphanedMs = 24 * 60 * 60 * 1000;
const batchSize = 100;

export interface SharedUploadsDeps {
  readonly database: ServerDatabase;
  readonly pieces: UploadPieces;
  readonly nowMs: () => number;
}

/**
 * Opens uploads to any of several processes that share a database. Received bytes are stored in pieces, and
 * the database lists the pieces of each upload. A piece is written first and then appended in a transaction
 * that requires the upload to be unchanged. Of two simultaneous writers one is refused (409), and a killed
 * process has appended a whole piece or nothing.
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
    // The same as in the store of a single process, so clients see no difference.
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

  /** Appends a stream and returns the upload's size. Bytes received before a connection breaks are stored. */
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

  /** Copies the last piece of an upload into a new one. */
  async #repeat(upload: PartialUpload, name: string, piece: NewPiece): Promise<void> {
    try {
      for await (const bytes of this.#open(upload.id, name)) await piece.add(bytes);
    } catch (error) {
      if (!(error instanceof UploadGoneError)) throw error;
      const now = await this.find(upload.id);
      // Another process has appended to it, or ended it.
      if (now === null) throw new TusRefusal(ERRORS.FILE_NOT_FOUND);
      if (arrivedBytes(now) !== arrivedBytes(upload)) throw new TusRefusal(ERRORS.INVALID_OFFSET);
      // The store has lost the piece, so the client must upload the file again.
      await this.drop(upload.id);
      throw new TusRefusal(ERRORS.FILE_NO_LONGER_EXISTS);
    }
  }

  /** Removes an unreferenced piece. If that fails, the daily sweep removes it. */
  async #discard(id: string, name: string): Promise<void> {
    await this.#pieces.remove(id, name).catch(() => undefined);
  }

  /** Replaces the last `replacedBytes` of an upload with a piece, if the upload is unchanged. */
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

  /** Deletes an upload. Returns false if it didn't exist. */
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

  /** Removes unreferenced pieces, left by processes that were killed before they committed them. */
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

/** Error in the format of the tus server, which turns it into an answer. */
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

/** Returns the last piece if it is small enough to be rewritten. */
function tailOf({ pieces }: PartialUpload): PartialUpload["pieces"][number] | null {
  const last = pieces.at(-1);
  return last !== undefined && last.sizeBytes < leastBytes ? last : null;
}

/** Reads a stream and treats a broken connection as its end, until `throwIfBroken` is called. */
function cutLoose(stream: AsyncIterable<Uint8Array>) {
  const chunks = stream[Symbol.asyncIterator]();
  let broken: { readonly error: unknown } | null = null;
  return {
    /** Returns the next bytes; null at the end. */
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
