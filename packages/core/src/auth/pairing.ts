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

/** Long enough to walk over to the other device. */
const lifetimeMs = 10 * 60 * 1000;
/** Of a user at once; one more takes the place of the oldest. */
const maxCodes = 5;

/** A code that was made; it is in this answer alone: the stores keep its hash. */
export interface MadePairing {
  readonly id: string;
  readonly code: string;
  /** For how long it is good from now on. */
  readonly lastsMs: number;
}

/** What became of a code. `gone`: it was taken back, is too old, or never was the caller's. */
export type PairingState =
  | { readonly state: "waiting" | "gone" }
  /** `device`: what the one that came is called. */
  | { readonly state: "used"; readonly device: string };

/**
 * One-time codes by which a signed-in device lets in another one, which then has a session as after a
 * sign-in (SPEC A34, ADR 0078). A code ends with the session that made it, when the password changes
 * and when the account is archived or closed.
 */
export interface PairingService {
  /** PERMISSION_DENIED for who is no device's session: a token could outlive itself by it. */
  begin(caller: Caller): Promise<Result<MadePairing, AppError>>;
  state(caller: Caller, id: string): Promise<PairingState>;
  /** Takes a code back that was not used. NOT_FOUND for any other. */
  cancel(caller: Caller, id: string): Promise<Result<null, AppError>>;
  /**
   * Signs in who has a code, however it was typed; of two at once, one. PERMISSION_DENIED in the same
   * words for a code that never was, was used or is too old; RESOURCE_EXHAUSTED after too many of
   * those from an address, wrong passwords counted too. Also where passwords are not taken: a session
   * that was let in may make access tokens as well.
   */
  redeem(typed: string, client: Client): Promise<Result<SignedIn, AppError>>;
}

const notADevice = err(appError("PERMISSION_DENIED", "only a signed-in device can add another"));
const wrongCode = err(appError("PERMISSION_DENIED", "the code is wrong, already used or expired"));

/** `attempts`: those of signing in. */
export function createPairingService(deps: AuthDeps, attempts: AttemptLimiter): PairingService {
  const { database } = deps;
  return {
    async begin(caller) {
      const credential = caller.standing?.credential;
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
        // Whoever changes the row has the code, also over a database in which two look at once.
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
 * The unused code of a hash, and its account, while both and the session that made it stand. Found by
 * hash, so the time taken says nothing about a code.
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
