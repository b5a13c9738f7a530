import { appError, AppFailure } from "@tidemark/core";
import type { FastifyInstance, FastifyReply } from "fastify";
import { doneAfter } from "../routing/done-after.ts";

declare module "fastify" {
  interface FastifyInstance {
    /** Where large answers wait until there is memory for them. */
    answerRoom: AnswerRoom;
  }
}

/** Counts the bytes of answers that were made and have not left yet. */
export interface AnswerRoom {
  /**
   * Takes room until the answer's connection has taken it or is gone; waits for it when there is none.
   * Throws RESOURCE_EXHAUSTED when too many wait or it takes too long. May be called again for an
   * answer: the newest number counts.
   */
  take(reply: FastifyReply, bytes: number): Promise<void>;
  /** Gives room back of an answer that is smaller than was thought. */
  shrink(reply: FastifyReply, bytes: number): void;
  /** How much is taken. */
  takenBytes(): number;
}

export interface AnswerRoomLimits {
  readonly bytes: number;
  /** Of it for one user, or one address without a credential: nobody takes the room of all others. */
  readonly bytesPerUser: number;
  /** How long an answer waits for room. */
  readonly waitMs: number;
  /** More than this do not wait. */
  readonly maxWaiting: number;
}

const mib = 1024 * 1024;
const defaultLimits: AnswerRoomLimits = {
  bytes: 128 * mib,
  bytesPerUser: 64 * mib,
  waitMs: 10_000,
  maxWaiting: 64,
};

/** Smaller answers are not counted: thousands of them take less than one connection of another kind. */
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

/** Counts every answer that is sent as one piece; others are counted by those who make them. */
export function installAnswerRoom(
  app: FastifyInstance,
  limits: AnswerRoomLimits = defaultLimits,
): void {
  const room = createAnswerRoom(limits);
  app.decorate("answerRoom", room);
  // Nearly every answer is small, and goes on without a promise.
  app.addHook("onSend", (_request, reply, payload, done) => {
    const bytes =
      typeof payload === "string" || Buffer.isBuffer(payload) ? Buffer.byteLength(payload) : 0;
    if (bytes < countedBytes) done();
    else void doneAfter(room.take(reply, bytes), done);
  });
}

function createAnswerRoom(limits: AnswerRoomLimits): AnswerRoom {
  const holds = new WeakMap<FastifyReply, Hold>();
  const byUser = new Map<string, number>();
  const waiting = new Set<Waiting>();
  let taken = 0;

  /** One answer that is larger than all room goes when nothing else does. */
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
      // Nobody is there to read it, and nothing would ever say that it has left.
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
