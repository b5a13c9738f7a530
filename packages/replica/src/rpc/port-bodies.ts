import { z } from "zod";
import type { Port } from "./port.ts";

/** Messages about a body. The reader requests each piece with `pull`. */
export const bodyMessage = z.union([
  z.object({ id: z.number(), body: z.enum(["pull", "cancel", "end", "fail"]) }),
  z.object({
    id: z.number(),
    body: z.literal("piece"),
    bytes: z.instanceof(Uint8Array<ArrayBufferLike>),
  }),
]);
export type BodyMessage = z.infer<typeof bodyMessage>;

type BodyEnd = IteratorReturnResult<undefined>;

/** Streams bodies over a port in pieces, one at a time, so neither end buffers a whole body. */
export interface PortBodies {
  /** Sends `source` as the other end pulls it. One at a time per id. */
  send(id: number, source: AsyncIterable<Uint8Array>): void;
  /**
   * Returns the body that the other end sends under this id. Throws if it breaks; `return` closes the source
   * at the other end, whether anything was read or not.
   */
  receive(id: number): AsyncIterableIterator<Uint8Array> & { return(): Promise<BodyEnd> };
  handle(message: BodyMessage): void;
  /** Closes every source and breaks every body that is still being read. */
  close(): void;
}

interface Outgoing {
  readonly source: AsyncIterable<Uint8Array>;
  readonly iterator: AsyncIterator<Uint8Array>;
}

/** Creates the bodies of a port. The two directions are independent: an id names one body each way. */
export function createPortBodies(port: Pick<Port, "post">): PortBodies {
  const outgoing = new Map<number, Outgoing>();
  const incoming = new Map<number, (message: BodyMessage) => void>();
  const say = (message: BodyMessage): void => port.post(message);

  async function next(id: number, { iterator }: Outgoing): Promise<void> {
    try {
      const { done, value } = await iterator.next();
      if (!outgoing.has(id)) return;
      if (done !== true) {
        say({ id, body: "piece", bytes: value });
        return;
      }
      outgoing.delete(id);
      say({ id, body: "end" });
    } catch {
      // The error is reported where the source comes from; the other end only learns that it failed.
      outgoing.delete(id);
      say({ id, body: "fail" });
    }
  }

  function drop(id: number): void {
    const dropped = outgoing.get(id);
    outgoing.delete(id);
    // The iterator of an unread Node stream doesn't close it.
    if (isDestroyable(dropped?.source)) dropped.source.destroy();
    else void dropped?.iterator.return?.().catch(() => undefined);
  }

  return {
    send(id, source) {
      outgoing.set(id, { source, iterator: source[Symbol.asyncIterator]() });
    },
    receive(id) {
      let isOver = false;
      const over: BodyEnd = { done: true, value: undefined };
      return {
        [Symbol.asyncIterator]() {
          return this;
        },
        async next() {
          if (isOver) return over;
          const answer = await new Promise<BodyMessage>((resolve) => {
            incoming.set(id, resolve);
            say({ id, body: "pull" });
          });
          incoming.delete(id);
          if (answer.body === "piece") return { done: false, value: answer.bytes };
          isOver = true;
          if (answer.body !== "end") throw new Error("the body was interrupted");
          return over;
        },
        async return() {
          if (!isOver) say({ id, body: "cancel" });
          isOver = true;
          return over;
        },
      };
    },
    handle(message) {
      const { id, body } = message;
      if (body === "cancel") drop(id);
      else if (body === "pull") {
        const source = outgoing.get(id);
        if (source === undefined) say({ id, body: "fail" });
        else void next(id, source);
      } else incoming.get(id)?.(message);
    },
    close() {
      for (const id of outgoing.keys()) drop(id);
      for (const [id, answer] of incoming) answer({ id, body: "fail" });
    },
  };
}

function isDestroyable(source: unknown): source is { destroy(): void } {
  return typeof source === "object" && source !== null && "destroy" in source;
}
