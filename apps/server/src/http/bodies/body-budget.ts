import { appError, AppFailure } from "@tidemark/core";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { clientAddress } from "../guards/client-address.ts";
import { bodyTooLarge } from "./limit-body.ts";

declare module "fastify" {
  interface FastifyInstance {
    /** Limits the memory of request bodies. */
    bodyBudget: BodyBudget;
  }
  interface FastifyRequest {
    /**
     * Reply to the request, whose connection ends the hold. A property, because a WeakMap with an entry for each request
     * makes the garbage collector copy requests to the old generation: 28 % more processor time.
     */
    bodyReply: FastifyReply | null;
  }
}

/** Counts the bytes of bodies from their arrival until their requests end in any way. */
export interface BodyBudget {
  /**
   * Returns the maximum size of a request's body in bytes: its route's limit, or less without a credential.
   */
  limitOf(request: FastifyRequest): number;
  /**
   * Throws if there is no room for a body of this size: TOO_LARGE over its limit, RESOURCE_EXHAUSTED if its
   * account, its address or the process already holds too much.
   */
  check(request: FastifyRequest, bytes: number): void;
  /** Counts the bytes of a body that have arrived so far. Throws like `check`. */
  hold(request: FastifyRequest, bytes: number): void;
  /** Returns the number of counted bytes. */
  heldBytes(): number;
}

export interface BodyBudgetLimits {
  /** Limits for requests with a credential: for all of them, and per account. */
  readonly accounts: ByteBudgetLimits;
  /** Limits for requests without a credential: for all of them, and per address. */
  readonly strangers: ByteBudgetLimits;
}

interface ByteBudgetLimits {
  readonly bytes: number;
  readonly bytesEach: number;
  /** Maximum size of a body that is neither counted nor refused; the limit on connections bounds those. */
  readonly smallBytes: number;
}

const kib = 1024;
const mib = 1024 * kib;

/** Maximum size of a body without a credential; enough for every such message, for example a sign-in. */
const strangerBodyBytes = 64 * kib;

/** Handling a body takes several times its size, for its text and its values. */
const defaultLimits: BodyBudgetLimits = {
  accounts: { bytes: 256 * mib, bytesEach: 96 * mib, smallBytes: 64 * kib },
  strangers: { bytes: 16 * mib, bytesEach: mib, smallBytes: 0 },
};

interface Hold {
  readonly budget: ByteBudget;
  /** Account or address. */
  readonly owner: string;
  bytes: number;
}

/**
 * Decorates the app with `bodyBudget`. Install it before the guards, so its hook runs before any body is read.
 */
export function installBodyBudget(
  app: FastifyInstance,
  { accounts, strangers }: BodyBudgetLimits = defaultLimits,
): void {
  const ofAccounts = createByteBudget(accounts);
  const ofStrangers = createByteBudget(strangers);
  const holds = new WeakMap<FastifyRequest, Hold>();
  app.decorateRequest("bodyReply", null);
  app.addHook("preParsing", (request, reply, _payload, done) => {
    request.bodyReply = reply;
    done();
  });

  const holdOf = (request: FastifyRequest): Hold => {
    const known = holds.get(request);
    if (known !== undefined) return known;
    const account = accountOf(request);
    const budget = account === null ? ofStrangers : ofAccounts;
    const hold = { budget, owner: account ?? clientAddress(request), bytes: 0 };
    holds.set(request, hold);
    return hold;
  };

  const budget: BodyBudget = {
    limitOf(request) {
      const { bodyLimit } = request.routeOptions;
      return accountOf(request) === null ? Math.min(bodyLimit, strangerBodyBytes) : bodyLimit;
    },
    check(request, bytes) {
      if (bytes > budget.limitOf(request)) throw bodyTooLarge();
      const hold = holdOf(request);
      if (!hold.budget.fits(hold, bytes)) throw tooMany();
    },
    hold(request, bytes) {
      budget.check(request, bytes);
      const reply = request.bodyReply;
      // The connection is closed, so no `close` event would release the bytes.
      if (reply === null || reply.raw.closed) return;
      const hold = holdOf(request);
      if (hold.bytes === 0) reply.raw.once("close", () => hold.budget.set(hold, 0));
      hold.budget.set(hold, bytes);
    },
    heldBytes: () => ofAccounts.heldBytes() + ofStrangers.heldBytes(),
  };
  app.decorate("bodyBudget", budget);
}

interface ByteBudget {
  fits(hold: Hold, bytes: number): boolean;
  set(hold: Hold, bytes: number): void;
  heldBytes(): number;
}

function createByteBudget(limits: ByteBudgetLimits): ByteBudget {
  const byOwner = new Map<string, number>();
  let held = 0;
  return {
    fits({ owner, bytes: had }, bytes) {
      if (bytes <= limits.smallBytes) return true;
      const others = held - had;
      const own = (byOwner.get(owner) ?? 0) - had;
      // A body larger than the limit is accepted if there is no other.
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
