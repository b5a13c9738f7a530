import { maxPageBytes, type PageInParts, pagePartBytes } from "@tidemark/core";
import type { FastifyReply } from "fastify";
import { Readable } from "node:stream";
import { sendJson } from "./send-json.ts";

/** How a page becomes JSON: `{"<key>":[items], ...end}`. */
export interface PageShape<T> {
  readonly key: string;
  /** The JSON of items, one for one; null for one that cannot be written and is left out. */
  readonly toBytes: (items: readonly T[]) => Promise<readonly (Buffer | null)[]>;
  /** What stands behind the items. */
  readonly end: (nextPageToken: string) => object;
  /** Whether a page that is too large ends early, with a token; no: it is sent to its end. */
  readonly isCut: boolean;
}

/** The parts of a page that are made before its reader has taken them, about. */
const aheadBytes = 4 * pagePartBytes;

/** A message of Connect is put into its own words as a whole, so its pages are shorter. */
const maxMessageBytes = 2 * 1024 * 1024;
/** Its JSON as bytes and as text, what that says, and the same twice more. */
const messageCopies = 6;

/** What stands behind the items takes no more than this. */
const maxEndBytes = 64 * 1024;

/**
 * Sends a page of at most 8 MiB of JSON, more only where one item takes more or the page is not to be
 * cut. A page that is at hand whole goes at once. Of any other each part is read when the one before
 * has left for the client, so that one who does not read costs no more than two or three parts
 * (docs/adr/0033).
 */
export async function sendPage<T>(
  reply: FastifyReply,
  page: PageInParts<T>,
  shape: PageShape<T>,
): Promise<FastifyReply> {
  const isMessage = reply.request.routeOptions.config.rpc !== undefined;
  if (page.isWhole || isMessage) {
    if (!page.isWhole) await reply.server.responseBudget.take(reply, messageCopies * maxMessageBytes);
    const maxBytes = isMessage ? maxMessageBytes : maxPageBytes;
    const pieces: Buffer[] = [];
    for await (const some of fill(page, shape, maxBytes)) pieces.push(...some);
    return sendJson(reply, Buffer.concat(pieces));
  }
  await reply.server.responseBudget.take(reply, aheadBytes);
  // Nobody learns anything from a body that is made to be thrown away.
  const isHead = reply.request.method === "HEAD";
  const pieces = isHead
    ? Readable.from([])
    : Readable.from(joined(fill(page, shape, maxPageBytes)), { objectMode: false });
  return sendJson(reply, pieces);
}

async function* joined(parts: AsyncIterable<readonly Buffer[]>): AsyncGenerator<Buffer> {
  for await (const pieces of parts) {
    if (pieces.length > 0) yield Buffer.concat(pieces);
  }
}

/** The pieces of a page's JSON, part by part. */
async function* fill<T>(
  page: PageInParts<T>,
  shape: PageShape<T>,
  maxBytes: number,
): AsyncGenerator<readonly Buffer[]> {
  let left = shape.isCut ? maxBytes - maxEndBytes : Number.POSITIVE_INFINITY;
  let last: T | null = null;
  let isFirst = true;
  let isFull = false;

  /** The JSON of those items that still fit, the very first whatever its size. */
  const fitting = async (items: readonly T[]): Promise<readonly Buffer[]> => {
    const chunks: Buffer[] = [];
    const shown = await shape.toBytes(items);
    for (const [at, item] of items.entries()) {
      const bytes = shown[at];
      if (bytes === undefined) throw new Error("an item without its JSON");
      left -= bytes === null ? 0 : bytes.length + comma.length;
      isFull = !isFirst && left < 0;
      if (isFull) break;
      last = item;
      if (bytes === null) continue;
      if (!isFirst) chunks.push(comma);
      isFirst = false;
      chunks.push(bytes);
    }
    return chunks;
  };

  yield [Buffer.from(`{${JSON.stringify(shape.key)}:[`)];
  yield await fitting(page.first);
  if (!isFull && !page.isWhole) {
    for await (const items of page.rest()) {
      yield await fitting(items);
      if (isFull) break;
    }
  }
  const token = page.tokenAfter(isFull ? last : null);
  const end = JSON.stringify(shape.end(token)).slice(1);
  yield [Buffer.from(end === "}" ? "]}" : `],${end}`)];
}

const comma = Buffer.from(",");
