import { appError, AppFailure } from "@tidemark/core";
import type { FastifyInstance, FastifyReply } from "fastify";
import { doneAfter } from "../routing/done-after.ts";

declare module "fastify" {
  interface FastifyInstance {
    /** Limits the memory of large answers. */
    responseBudget: ResponseBudget;
  }
}

/** Counts the bytes of answers that are ready but not sent completely. */
export interface ResponseBudget {
  /**
   * Reserves bytes until the answer is sent or its connection is lost; waits if none are free. Throws
   * RESOURCE_EXHAUSTED if too many answers wait or the wait takes too long. May be called again for the same
   * answer: the latest number replaces the former.
   */
  take(reply: FastifyReply, bytes: number): Promise<void>;
  /** Releases bytes of an answer that is smaller than expected. */
  shrink(reply: FastifyReply, bytes: number): void;
  /** Returns the number of reserved bytes. */
  takenBytes(): number;
}

export interface ResponseBudgetLimits {
  readonly bytes: number;
  /** Share of one user, or of one address without a credential, so one user can't block all others. */
  readonly bytesPerUser: number;
  /** Maximum wait of an answer for memory. */
  readonly waitMs: number;
  /** Maximum number of waiting answers. */
  readonly maxWaiting: number;
}

const mib = 1024 * 1024;
const defaultLimits: ResponseBudgetLimits = {
  bytes: 128 * mib,
  bytesPerUser: 64 * mib,
  waitMs: 10_000,
  maxWaiting: 64,
};

/** Minimum size of a counted answer. Thousands of smaller ones take less memory than one other connection. */
const countedBytes = 64 * 1024;

interface Hold {
  readonly user: string;
  bytes: number;
}

interface Waiting {
  readonly hold: Hold;
  readonly bytes: number;
  readonly grant: () => void;
}

/** Counts every answer that is sent in one piece; streamed answers call `take` themselves. */
export function installResponseBudget(
  app: FastifyInstance,
  limits: ResponseBudgetLimits = defaultLimits,
): void {
  const budget = createResponseBudget(limits);
  app.decorate("responseBudget", budget);
  // Most answers are small and need no promise.
  app.addHook("onSend", (_request, reply, payload, done) => {
    const bytes =
      typeof payload === "string" || Buffer.isBuffer(payload) ? Buffer.byteLength(payload) : 0;
    if (bytes < countedBytes) done();
    else void doneAfter(budget.take(reply, bytes), done);
  });
}

function createResponseBudget(limits: ResponseBudgetLimits): ResponseBudget {
  const holds = new WeakMap<FastifyReply, Hold>();
  const byUser = new Map<string, number>();
  const waiting = new Set<Waiting>();
  let taken = 0;

  /** An answer larger than the limit fits if there is no other. */
  const fits = (hold: Hold, bytes: number): boolean => {
    const others = taken - hold.bytes;
    const own = (byUser.get(hold.user) ?? 0) - hold.bytes;
    return (
      (others + bytes <= limits.bytes || others === 0) &&
      (own + bytes <= limits.bytesPerUser || own === 0)
    );
  };

  const set = (hold: Hold, bytes: number): void => {
    const own = (byUser.get(hold.user) ?? 0) + bytes - hold.bytes;
    if (own === 0) byUser.delete(hold.user);
    else byUser.set(hold.user, own);
    taken += bytes - hold.bytes;
    hold.bytes = bytes;
  };

  const grantWaiting = (): void => {
    for (const each of waiting) {
      if (!fits(each.hold, each.bytes)) continue;
      waiting.delete(each);
      set(each.hold, each.bytes);
      each.grant();
    }
  };

  const holdOf = (reply: FastifyReply): Hold => {
    const known = holds.get(reply);
    if (known !== undefined) return known;
    const hold = { user: userOf(reply), bytes: 0 };
    holds.set(reply, hold);
    reply.raw.once("close", () => {
      set(hold, 0);
      grantWaiting();
    });
    return hold;
  };

  return {
    async take(reply, bytes) {
      // The connection is closed, so no `close` event would release the bytes.
      if (reply.raw.closed) return;
      const hold = holdOf(reply);
      if (fits(hold, bytes)) {
        set(hold, bytes);
        grantWaiting();
        return;
      }
      if (waiting.size >= limits.maxWaiting) throw tooMany();
      await new Promise<void>((resolve, reject) => {
        const end = (settle: () => void): void => {
          clearTimeout(timer);
          reply.raw.off("close", closed);
          waiting.delete(asked);
          settle();
        };
        const asked: Waiting = { hold, bytes, grant: () => end(resolve) };
        const closed = (): void => end(() => reject(tooMany()));
        const timer = setTimeout(closed, limits.waitMs);
        reply.raw.once("close", closed);
        waiting.add(asked);
      });
    },
    shrink(reply, bytes) {
      const hold = holds.get(reply);
      if (hold === undefined || bytes >= hold.bytes) return;
      set(hold, bytes);
      grantWaiting();
    },
    takenBytes: () => taken,
  };
}

function userOf({ request }: FastifyReply): string {
  return request.identified?.ok === true ? request.identified.value.caller.name : request.ip;
}

function tooMany(): AppFailure {
  const error = appError("RESOURCE_EXHAUSTED", "too many large responses are waiting to be read");
  return new AppFailure({ ...error, retryAfterMs: 2000 });
}
