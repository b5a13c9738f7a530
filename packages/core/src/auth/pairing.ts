import { noteFailedSignIn } from "../audit/note-failed-sign-in.ts";
import { appError, notFound, type AppError } from "../error/errors.ts";
import { err, ok, type Result } from "../error/result.ts";
import type { UserRecord } from "../model/account.ts";
import type { Caller } from "../model/caller.ts";
import { newResourceId, usernameOf } from "../names/names.ts";
import { newPairingCode, readPairingCode } from "../names/pairing-code.ts";
import type { PairingCodeRecord } from "../stores/account-stores.ts";
import type { ServerReadStores, ServerWriteStores } from "../stores/server-database.ts";
import type { AttemptLimiter } from "../stores/processes/shared-limits.ts";
import { addressLimit, tooManyTries } from "./attempt-limit.ts";
import type { AuthDeps } from "./auth-deps.ts";
import { openSessionWithin, sessionEndMs, type Client, type SignedIn } from "./session.ts";

/** Lifetime of a code: long enough to walk over to the other device. */
const lifetimeMs = 10 * 60 * 1000;
/** Maximum number of codes per user; a further one replaces the oldest. */
const maxCodes = 5;

/** A new code. It is returned only here: the stores have only its hash. */
export interface MadePairing {
  readonly id: string;
  readonly code: string;
  /** Remaining lifetime. */
  readonly lastsMs: number;
}

/** State of a code. `gone`: cancelled, expired, or not the caller's. */
export type PairingState =
  | { readonly state: "waiting" | "gone" }
  /** `device` is the name of the device that redeemed it. */
  | { readonly state: "used"; readonly device: string };

/**
 * One-time codes with which a signed-in device admits another one, which gets a session as after a sign-in
 * (SPEC A34, ADR 0078). A code ends with the session that created it, when the password changes and when the
 * account is archived or closed.
 */
export interface PairingService {
  /**
   * Creates a code. PERMISSION_DENIED unless the caller uses a device session: a token could extend its own
   * lifetime this way.
   */
  begin(caller: Caller): Promise<Result<MadePairing, AppError>>;
  state(caller: Caller, id: string): Promise<PairingState>;
  /** Cancels an unused code. NOT_FOUND for any other. */
  cancel(caller: Caller, id: string): Promise<Result<null, AppError>>;
  /**
   * Signs in with a code, in any spelling; only one of two concurrent calls succeeds. PERMISSION_DENIED with
   * the same message for an unknown, used or expired code. RESOURCE_EXHAUSTED after too many of those from an
   * address, including wrong passwords. Works even if password sign-in is disabled: a session can also create
   * access tokens.
   */
  redeem(typed: string, client: Client): Promise<Result<SignedIn, AppError>>;
}

const notADevice = err(appError("PERMISSION_DENIED", "only a signed-in device can add another"));
const wrongCode = err(appError("PERMISSION_DENIED", "the code is wrong, already used or expired"));

/** Creates the service. `attempts` is the limiter of sign-ins. */
export function createPairingService(deps: AuthDeps, attempts: AttemptLimiter): PairingService {
  const { database } = deps;
  return {
    async begin(caller) {
      const credential = caller.credentialCheck?.credential;
      if (credential?.kind !== "device") return notADevice;
      const code = newPairingCode(deps.randomBytes);
      const nowMs = deps.nowMs();
      const made: PairingCodeRecord = {
        id: newResourceId(deps.randomBytes),
        hash: deps.sha256(code),
        user: caller.name,
        maker: credential.id,
        createdMs: nowMs,
        expiresMs: nowMs + lifetimeMs,
        opened: null,
      };
      await database.write(async ({ pairingCodes }) => {
        const codes = await pairingCodes.listByUser(caller.name);
        for (const { id } of codes.slice(0, Math.max(0, codes.length + 1 - maxCodes))) {
          await pairingCodes.remove(id);
        }
        await pairingCodes.insert(made);
      }, caller);
      return ok({ id: made.id, code, lastsMs: lifetimeMs });
    },

    state: (caller, id) =>
      database.read(async (stores) => {
        const made = await findOwn(stores, caller, id);
        if (made === null) return { state: "gone" };
        const { opened, maker, user, expiresMs } = made;
        const sessions = await stores.sessions.listByUser(user);
        if (opened !== null) {
          const device = sessions.find((each) => each.id === opened);
          return device === undefined
            ? { state: "gone" }
            : { state: "used", device: device.clientInfo };
        }
        const isMade = sessions.some((each) => each.id === maker && each.revokedMs === null);
        return { state: isMade && expiresMs > deps.nowMs() ? "waiting" : "gone" };
      }),

    async cancel(caller, id) {
      const isFound = await database.write(async (stores) => {
        const made = await findOwn(stores, caller, id);
        if (made === null || made.opened !== null) return false;
        await stores.pairingCodes.remove(id);
        return true;
      }, caller);
      return isFound ? ok(null) : err(notFound());
    },

    async redeem(typed, client) {
      const { address } = client;
      const limits = [addressLimit(address)];
      const waitMs = await attempts.take(limits);
      if (waitMs > 0) return err(tooManyTries(waitMs));
      const code = readPairingCode(typed);
      const hash = code === null ? null : deps.sha256(code);
      const nowMs = deps.nowMs();
      const signedIn = await database.write(async (stores): Promise<SignedIn | null> => {
        const id = newResourceId(deps.randomBytes);
        const found = hash === null ? null : await findGood(stores, hash, nowMs);
        // The request that updates the row wins, even if two read it concurrently.
        if (found === null || !(await stores.pairingCodes.use(found.code.id, id))) {
          await noteFailedSignIn(stores, { account: null, address, atMs: nowMs });
          return null;
        }
        const { user } = found;
        return { user, session: await openSessionWithin(stores, deps, { user, client, id }) };
      });
      if (signedIn === null) return wrongCode;
      await attempts.giveBack(limits);
      return ok(signedIn);
    },
  };
}

async function findOwn(
  { pairingCodes }: Pick<ServerReadStores, "pairingCodes">,
  caller: Caller,
  id: string,
): Promise<PairingCodeRecord | null> {
  const codes = await pairingCodes.listByUser(caller.name);
  return codes.find((each) => each.id === id) ?? null;
}

/**
 * Returns the unused code of a hash, and its account, if both and the session that made it are valid. Looks
 * it up by hash, so the time taken reveals nothing about a code.
 */
async function findGood(
  { pairingCodes, sessions, users }: ServerWriteStores,
  hash: string,
  nowMs: number,
): Promise<{ readonly code: PairingCodeRecord; readonly user: UserRecord } | null> {
  const code = await pairingCodes.findByHash(hash);
  if (code === null || code.opened !== null || code.expiresMs <= nowMs) return null;
  const user = await users.findByUsername(usernameOf(code.user));
  if (user === null || user.state !== "NORMAL") return null;
  const own = await sessions.listByUser(code.user);
  const maker = own.find((each) => each.id === code.maker);
  if (maker === undefined || maker.revokedMs !== null) return null;
  const endMs = Math.min(maker.expiresMs, sessionEndMs(maker, nowMs));
  return endMs <= nowMs ? null : { code, user };
}
