import { maxPageBytes, type PageInParts, pagePartBytes } from "@tidemark/core";
import type { FastifyReply } from "fastify";
import { Readable } from "node:stream";
import { sendJson } from "./send-json.ts";

/** JSON shape of a page: `{"<key>":[items], ...end}`. */
export interface PageShape<T> {
  readonly key: string;
  /** Returns the JSON of each item; null for an item that can't be encoded, which is omitted. */
  readonly toBytes: (items: readonly T[]) => Promise<readonly (Buffer | null)[]>;
  /** Returns the keys after the items. */
  readonly end: (nextPageToken: string) => object;
  /** True if a page that is too large ends early with a page token; otherwise it is sent in full. */
  readonly isCut: boolean;
}

/** Approximate size of the parts that are buffered before the client has received them. */
const aheadBytes = 4 * pagePartBytes;

/** Maximum size of a Connect page; shorter because the whole message is converted in memory. */
const maxMessageBytes = 2 * 1024 * 1024;
/** Copies of a message in memory: JSON as bytes, as text and parsed, and the same again twice. */
const messageCopies = 6;

/** Maximum size of the keys after the items. */
const maxEndBytes = 64 * 1024;

/**
 * Sends a page of at most 8 MiB of JSON; more only if a single item is larger or the page must not be cut.
 * A page that is loaded in full is sent at once. Otherwise each part is loaded after the previous one was
 * sent, so a client that doesn't read costs at most two or three parts of memory (docs/adr/0033).
 */
export async function sendPage<T>(
  reply: FastifyReply,
  page: PageInParts<T>,
  shape: PageShape<T>,
): Promise<FastifyReply> {
  const isMessage = reply.request.routeOptions.config.rpc !== undefined;
  if (page.isWhole || isMessage) {
    if (!page.isWhole)
      await reply.server.responseBudget.take(reply, messageCopies * maxMessageBytes);
    const maxBytes = isMessage ? maxMessageBytes : maxPageBytes;
    const pieces: Buffer[] = [];
    for await (const some of fill(page, shape, maxBytes)) pieces.push(...some);
    return sendJson(reply, Buffer.concat(pieces));
  }
  await reply.server.responseBudget.take(reply, aheadBytes);
  // The body of a HEAD response would be discarded.
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

/** Yields the pieces of a page's JSON, part by part. */
async function* fill<T>(
  page: PageInParts<T>,
  shape: PageShape<T>,
  maxBytes: number,
): AsyncGenerator<readonly Buffer[]> {
  let left = shape.isCut ? maxBytes - maxEndBytes : Number.POSITIVE_INFINITY;
  let last: T | null = null;
  let isFirst = true;
  let isFull = false;

  /** Returns the JSON of the items that still fit; the first item of the page always fits. */
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
