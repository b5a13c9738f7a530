import { appError, AppFailure } from "@tidemark/core";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { clientAddress } from "../guards/client-address.ts";
import { bodyTooLarge } from "./limit-body.ts";

declare module "fastify" {
  interface FastifyInstance {
    /** Counts the bytes of bodies that are held in memory. */
    bodyRoom: BodyRoom;
  }
}

/** Counts the bytes of bodies from their arrival until their requests end, however those end. */
export interface BodyRoom {
  /** Most bytes that the body of a request may have: its route's limit, or less without a credential. */
  limitOf(request: FastifyRequest): number;
  /**
   * Refuses a body of so many bytes for which there is no room now: TOO_LARGE over its limit, and
   * RESOURCE_EXHAUSTED when its account, its address or the process already holds too much.
   */
  check(request: FastifyRequest, bytes: number): void;
  /** Counts what has arrived of a body so far. Throws as `check` does. */
  hold(request: FastifyRequest, bytes: number): void;
  /** How much is counted. */
  heldBytes(): number;
}

export interface BodyRoomLimits {
  /** Of requests with a credential: for all of them, and for one account. */
  readonly accounts: RoomLimits;
  /** Of requests without one: for all of them, and for one address. */
  readonly strangers: RoomLimits;
}

interface RoomLimits {
  readonly bytes: number;
  readonly bytesEach: number;
  /** Smaller bodies are neither counted nor refused: the cap on connections bounds them. */
  readonly smallBytes: number;
}

const kib = 1024;
const mib = 1024 * kib;

/** Enough for every message that needs no credential, such as a sign-in. */
const strangerBodyBytes = 64 * kib;

/** Handling a body takes several times its size, for its text and for the values in it. */
const defaultLimits: BodyRoomLimits = {
  accounts: { bytes: 256 * mib, bytesEach: 96 * mib, smallBytes: 64 * kib },
  strangers: { bytes: 16 * mib, bytesEach: mib, smallBytes: 0 },
};

interface Hold {
  readonly room: Room;
  /** Its account or address. */
  readonly owner: string;
  bytes: number;
}

/** To be installed before the guards: nothing of a body is read before it. */
export function installBodyRoom(
  app: FastifyInstance,
  { accounts, strangers }: BodyRoomLimits = defaultLimits,
): void {
  const ofAccounts = createRoom(accounts);
  const ofStrangers = createRoom(strangers);
  const replies = new WeakMap<FastifyRequest, FastifyReply>();
  const holds = new WeakMap<FastifyRequest, Hold>();
  app.addHook("preParsing", (request, reply, _payload, done) => {
    replies.set(request, reply);
    done();
  });

  const holdOf = (request: FastifyRequest): Hold => {
    const known = holds.get(request);
    if (known !== undefined) return known;
    const account = accountOf(request);
    const room = account === null ? ofStrangers : ofAccounts;
    const hold = { room, owner: account ?? clientAddress(request), bytes: 0 };
    holds.set(request, hold);
    return hold;
  };

  const room: BodyRoom = {
    limitOf(request) {
      const { bodyLimit } = request.routeOptions;
      return accountOf(request) === null ? Math.min(bodyLimit, strangerBodyBytes) : bodyLimit;
    },
    check(request, bytes) {
      if (bytes > room.limitOf(request)) throw bodyTooLarge();
      const hold = holdOf(request);
      if (!hold.room.fits(hold, bytes)) throw tooMany();
    },
    hold(request, bytes) {
      room.check(request, bytes);
      const reply = replies.get(request);
      // Nobody waits for its answer any longer, and nothing would tell that it ended.
      if (reply === undefined || reply.raw.closed) return;
      const hold = holdOf(request);
      if (hold.bytes === 0) reply.raw.once("close", () => hold.room.set(hold, 0));
      hold.room.set(hold, bytes);
    },
    heldBytes: () => ofAccounts.heldBytes() + ofStrangers.heldBytes(),
  };
  app.decorate("bodyRoom", room);
}

interface Room {
  fits(hold: Hold, bytes: number): boolean;
  set(hold: Hold, bytes: number): void;
  heldBytes(): number;
}

function createRoom(limits: RoomLimits): Room {
  const byOwner = new Map<string, number>();
  let held = 0;
  return {
    fits({ owner, bytes: had }, bytes) {
      if (bytes <= limits.smallBytes) return true;
      const others = held - had;
      const own = (byOwner.get(owner) ?? 0) - had;
      // One body that is larger than all room is taken when there is no other.
      return (
        (others + bytes <= limits.bytes || others === 0) &&
        (own + bytes <= limits.bytesEach || own === 0)
      );
    },
    set(hold, bytes) {
      const counted = bytes <= limits.smallBytes ? 0 : bytes;
      const own = (byOwner.get(hold.owner) ?? 0) + counted - hold.bytes;
      if (own === 0) byOwner.delete(hold.owner);
      else byOwner.set(hold.owner, own);
      held += counted - hold.bytes;
      hold.bytes = counted;
    },
    heldBytes: () => held,
  };
}

function accountOf({ identified }: FastifyRequest): string | null {
  return identified?.ok === true ? identified.value.caller.name : null;
}

function tooMany(): AppFailure {
  const error = appError("RESOURCE_EXHAUSTED", "too many large requests at once, try again later");
  return new AppFailure({ ...error, retryAfterMs: 2000 });
}
