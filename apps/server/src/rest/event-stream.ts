import { appError, AppFailure, hasSignal } from "@tidemark/core";
import type { Caller } from "@tidemark/core/model";
import { readEvents } from "@tidemark/core/event";
import type { EventRecord } from "@tidemark/core";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { once } from "node:events";
import type { OutgoingHttpHeaders, ServerResponse } from "node:http";
import { z } from "zod";
import type { AppDeps } from "./shared/app-deps.ts";
import { identityOf } from "../http/guards/authentication.ts";
import type { OpenStreams } from "../http/answers/open-streams.ts";
import type { Services } from "../services/services.ts";
import { watchCredential } from "../http/guards/watch-credential.ts";
import { formatTimestamp } from "./shared/wire-values.ts";

/** Interval of keep-alive comments: proxies close a stream that is silent for half a minute. */
const heartbeatMs = 25_000;
/** Delay before a client reconnects. */
const reconnectMs = 3000;

/** Route that streams events about memos that the caller may read. */
export const eventStreamRoutes: FastifyPluginAsyncZod<
  AppDeps & { readonly streams: OpenStreams }
> = async (app, { services, streams }) => {
  app.get(
    "/sse",
    {
      // Without this a HEAD request would open a stream that never ends.
      exposeHeadRoute: false,
      compress: false,
      schema: {
        tags: ["events"],
        summary: "Follow changes as a stream of server-sent events",
        description:
          "Events are unnamed, each with an id and the data `{id, type, name, parent?, reaction?, comment?, notification?, time}`; `name` is the memo concerned. With `Last-Event-ID` the stream goes on behind that event, as far back as the log goes; the type `stream.gap` says that some are missing, and that what is shown should be read anew.",
        produces: ["text/event-stream"],
        headers: z.object({ "last-event-id": z.string().optional() }),
      },
    },
    async (request, reply) => {
      const identity = identityOf(request);
      const startId =
        eventId(request.headers["last-event-id"]) ??
        (await services.database.read(({ events }) => events.headId()));

      const { raw } = reply;
      if (!streams.addFor(identity.caller.name, "events", raw)) {
        throw new AppFailure(appError("RESOURCE_EXHAUSTED", "too many open streams"));
      }
      reply.hijack();
      const closed = new AbortController();
      const stopWatching = watchCredential(services.auth, request, identity, () => raw.destroy());
      const heartbeat = setInterval(() => raw.write(":\n\n"), heartbeatMs);
      raw.once("close", () => {
        closed.abort();
        stopWatching();
        clearInterval(heartbeat);
      });
      raw.writeHead(200, {
        ...(reply.getHeaders() as OutgoingHttpHeaders),
        "content-type": "text/event-stream; charset=utf-8",
        "cache-control": "no-store",
        "x-accel-buffering": "no",
      });
      raw.write(`retry: ${reconnectMs}\n\n`);
      try {
        await pump(services, identity.caller, startId, { raw, closed: closed.signal });
      } catch (error) {
        request.log.error({ err: error }, "an event stream failed");
        raw.destroy();
      }
    },
  );
};

/**
 * Writes logged events, then new ones, until the response closes. The promise to wait for is created
 * before the log is read, so an event between the read and the wait isn't missed.
 */
async function pump(
  { database, signals }: Services,
  caller: Caller,
  startId: number,
  { raw, closed }: { raw: ServerResponse; closed: AbortSignal },
): Promise<void> {
  let moved = Promise.withResolvers<void>();
  const stopListening = signals.listen((heard) => {
    if (hasSignal(heard, "events-logged")) moved.resolve();
  });
  closed.addEventListener("abort", () => moved.resolve(), { once: true });
  let afterId = startId;
  try {
    while (!closed.aborted) {
      moved = Promise.withResolvers();
      const page = await readEvents(database, caller, afterId);
      if (page.hasGap) raw.write(gapText(page.events[0]?.id ?? page.lastId + 1));
      for (const event of page.events) {
        if (closed.aborted) return;
        // Backpressure: a client that doesn't read must not fill the memory.
        if (!raw.write(eventText(event))) await drained(raw, closed);
      }
      afterId = page.lastId;
      if (!page.hasMore && !closed.aborted) await moved.promise;
    }
  } finally {
    stopListening();
  }
}

async function drained(raw: ServerResponse, closed: AbortSignal): Promise<void> {
  try {
    await once(raw, "drain", { signal: closed });
  } catch (error) {
    if (!closed.aborted) throw error;
  }
}

/** Returns null if the header isn't an event id; the stream then starts with new events. */
function eventId(header: string | undefined): number | null {
  return header !== undefined && /^\d{1,15}$/.test(header) ? Number(header) : null;
}

/** Returns a gap message. Its id is that of the last missing event, so a client gets it only once. */
function gapText(beforeId: number): string {
  return messageText({ id: String(beforeId - 1), type: "stream.gap" });
}

function eventText(event: EventRecord): string {
  return messageText({
    id: String(event.id),
    type: event.type,
    ...namesOf(event),
    time: formatTimestamp(event.atMs),
  });
}

/** Omits the `event:` line because an `EventSource`'s `onmessage` receives only unnamed events. */
function messageText(data: { readonly id: string; readonly [key: string]: string }): string {
  return `id: ${data.id}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** Returns the names in an event: `name` is the memo; a reaction, comment or notification has its own key. */
function namesOf({ type, name, parent }: EventRecord): Record<string, string> {
  if (parent === null)
    return type === "notification.created" ? { name, notification: name } : { name };
  switch (type) {
    case "reaction.upserted":
    case "reaction.deleted":
      return { name: parent, reaction: name };
    case "notification.created":
      return { name: parent, notification: name };
    case "memo.comment.created":
      return { name: parent, parent, comment: name };
    default:
      return { name, parent, comment: name };
  }
}
