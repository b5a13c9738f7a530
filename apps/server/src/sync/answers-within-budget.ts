import { AppFailure } from "@tidemark/core";
import { maxAnswerBytes, type WireMemo } from "@tidemark/core/sync/protocol";
import type { SyncServer } from "@tidemark/core/sync/server";
import { trpcErrors } from "@tidemark/core/router";
import type { FastifyReply } from "fastify";
import type { ResponseBudget } from "../http/answers/response-budget.ts";

/**
 * Memory per byte of an answer while it is created: its rows and its JSON as strings, two bytes per
 * character, and its bytes.
 */
const copies = 6;

/**
 * Wraps the sync server for one request. An answer is created as a whole, so its memory is reserved before it
 * is read from the database.
 */
export function answersWithinBudget(
  sync: SyncServer,
  budget: ResponseBudget,
  reply: FastifyReply,
): SyncServer {
  const within = <T>(bytes: number, make: () => Promise<T>, rowsOf: (made: T) => Rows) =>
    withinBudget(budget, reply, {
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

/** Creates one answer of at most `bytes`. `bytesOf` returns its approximate size. */
export async function withinBudget<T>(
  budget: ResponseBudget,
  reply: FastifyReply,
  answer: {
    readonly bytes: number;
    readonly make: () => Promise<T>;
    readonly bytesOf: (made: T) => number;
  },
): Promise<T> {
  try {
    await budget.take(reply, copies * answer.bytes);
  } catch (error) {
    if (!(error instanceof AppFailure)) throw error;
    throw trpcErrors.of(error.error, "TOO_MANY_REQUESTS");
  }
  const made = await answer.make();
  // From now on only its bytes are in memory.
  budget.shrink(reply, answer.bytesOf(made));
  return made;
}

/** Returns the approximate size of a row's JSON in bytes; rows other than memos are small. */
function rowBytes(row: unknown): number {
  const { text } = (row ?? {}) as Partial<Pick<WireMemo, "text">>;
  if (text === undefined) return 400;
  const { content, state } = text;
  const isShort = content.length < 4096;
  const contentBytes = isShort ? content.length : Buffer.byteLength(JSON.stringify(content));
  return 400 + contentBytes + (state?.length ?? 0);
}

type Rows = readonly { readonly row?: unknown }[];
