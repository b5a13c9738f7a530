import { AppFailure } from "@tidemark/core";
import { maxAnswerBytes, type WireMemo } from "@tidemark/core/sync/protocol";
import type { SyncServer } from "@tidemark/core/sync/server";
import { trpcErrors } from "@tidemark/core/router";
import type { FastifyReply } from "fastify";
import type { AnswerRoom } from "../http/answers/answer-room.ts";

/** While an answer is made: its rows and its JSON as strings, two bytes to a character, and its bytes. */
const copies = 6;

/**
 * The sync protocol for one request: what it answers is made as a whole, so there has to be room for
 * it before it is read from the database.
 */
export function answersWithRoom(
  sync: SyncServer,
  room: AnswerRoom,
  reply: FastifyReply,
): SyncServer {
  const within = <T>(bytes: number, make: () => Promise<T>, rowsOf: (made: T) => Rows) =>
    withRoom(room, reply, {
      bytes,
      make,
      bytesOf: (made: T) => rowsOf(made).reduce((sum, { row }) => sum + rowBytes(row), 0),
    });
  const pageBytes = ({ maxBytes }: { readonly maxBytes: number }): number =>
    Math.min(maxBytes, maxAnswerBytes);

  return {
    hello: (caller) => sync.hello(caller),
    push: (caller, request) =>
      within(
        maxAnswerBytes,
        () => sync.push(caller, request),
        (made) => (made.type === "results" ? made.results : []),
      ),
    pull: (caller, request) =>
      within(
        pageBytes(request),
        () => sync.pull(caller, request),
        (made) => (made.type === "page" ? made.changes : []),
      ),
    snapshot: (caller, request) =>
      within(
        pageBytes(request),
        () => sync.snapshot(caller, request),
        (made) => (made.type === "page" ? made.changes : []),
      ),
  };
}

/** Makes one answer of at most `bytes`, of which `bytesOf` tells how many it takes, about. */
export async function withRoom<T>(
  room: AnswerRoom,
  reply: FastifyReply,
  answer: {
    readonly bytes: number;
    readonly make: () => Promise<T>;
    readonly bytesOf: (made: T) => number;
  },
): Promise<T> {
  try {
    await room.take(reply, copies * answer.bytes);
  } catch (error) {
    if (!(error instanceof AppFailure)) throw error;
    throw trpcErrors.of(error.error, "TOO_MANY_REQUESTS");
  }
  const made = await answer.make();
  // From here on only its bytes wait to be read.
  room.shrink(reply, answer.bytesOf(made));
  return made;
}

/** About how many bytes of JSON a row takes; one that is no memo is small. */
function rowBytes(row: unknown): number {
  const { text } = (row ?? {}) as Partial<Pick<WireMemo, "text">>;
  if (text === undefined) return 400;
  const { content, state } = text;
  const isShort = content.length < 4096;
  const contentBytes = isShort ? content.length : Buffer.byteLength(JSON.stringify(content));
  return 400 + contentBytes + (state?.length ?? 0);
}

type Rows = readonly { readonly row?: unknown }[];
