import { appError, type AppError } from "../error/errors.ts";
import { noteFailedSignIn } from "../audit/note-failed-sign-in.ts";
import { randomBase62, userName } from "../names/names.ts";
import { typedCode } from "../names/typed-code.ts";
import type { AttemptLimit } from "../stores/processes/shared-limits.ts";
import type { UserRecord } from "../model/account.ts";
import { err, ok, type Result } from "../error/result.ts";
import { createAccessTokenService, type AccessTokenService } from "./access-token.ts";
import {
  createAccount,
  createFirstAdministrator,
  hasAdministrator,
  maxPasswordLength,
  type NewAccount,
} from "./account.ts";
import { addressLimit, createAttemptLimiter, tooManyTries } from "./attempt-limit.ts";
import type { AuthDeps } from "./auth-deps.ts";
import { isAdministrator } from "../model/caller.ts";
import type { Identity } from "./identity.ts";
import { identify, type PresentedCredential } from "./identify.ts";
import { createSessionService, type SessionService } from "./own-sessions.ts";
import { createPairingService, type PairingService } from "./pairing.ts";
import { rememberIdentities } from "./remembered-identities.ts";
import { findSetupCode } from "./setup-code.ts";
import { stillStands } from "../access/standing.ts";
import {
  openSession,
  refreshSession,
  type Client,
  type SessionToken,
  type SignedIn,
} from "./session.ts";

/** Signing in, and telling who a request comes from (docs/api-decisions.md §6). */
export interface AuthService {
  /** True until there is an administrator. */
  needsSetup(): Promise<boolean>;
  /** The instance's one-time code that `setUp` takes, while there is no administrator; null afterwards. */
  setupCode(): Promise<string | null>;
  /** Makes the first administrator without a code, for the command line. */
  createFirstAdministrator(account: NewAccount): Promise<Result<UserRecord, AppError>>;
  /** PERMISSION_DENIED for a wrong code or once there is an administrator. */
  setUp(
    account: NewAccount & { readonly code: string },
    client: Client,
  ): Promise<Result<SignedIn, AppError>>;
  /**
   * UNAUTHENTICATED in the same words and after the same work for an unknown name and a wrong
   * password; RESOURCE_EXHAUSTED after too many failures (`signInLimits`); PERMISSION_DENIED for a
   * right password where only administrators may use one.
   */
  signIn(account: NewAccount, client: Client): Promise<Result<SignedIn, AppError>>;
  /**
   * Makes an account and signs it in. PERMISSION_DENIED where sign-up is closed, and until there is
   * an administrator.
   */
  signUp(account: NewAccount, client: Client): Promise<Result<SignedIn, AppError>>;
  /**
   * Whether it is the password of an account whose user is signed in. PERMISSION_DENIED when it is
   * not, RESOURCE_EXHAUSTED after ten that were not: whoever came by a session may not guess on.
   */
  confirmPassword(user: UserRecord, password: string): Promise<Result<null, AppError>>;
  identify(presented: PresentedCredential): Promise<Result<Identity, AppError>>;
  /**
   * What `identify` would find, where that is remembered and nothing has to be waited for to know that
   * it still holds; null: ask `identify`.
   */
  recall(presented: PresentedCredential): Identity | null;
  /** False when something has changed since that might end or lessen it: identify it again. */
  stillStands(identity: Identity): boolean;
  /**
   * Another access token for the session whose cookie came. FAILED_PRECONDITION for a bearer: a token
   * that got out would otherwise go on for as long as somebody refreshes it.
   */
  refresh(
    identity: Identity,
    carrier: PresentedCredential["carrier"],
  ): Promise<Result<SessionToken, AppError>>;
  /** Ends the session and its access token at once. An access token stays as it is. */
  signOut(identity: Identity): Promise<void>;
  /** Tells what becomes of a session or token. Returns the way to stop. */
  watch(credentialId: string, watcher: CredentialWatcher): () => void;
  /** For administrators. */
  readonly accessTokens: AccessTokenService;
  /** For everybody. */
  readonly personalAccessTokens: AccessTokenService;
  readonly sessions: SessionService;
  /** For devices, and for who has a code of one. */
  readonly pairing: PairingService;
}

/** Who keeps something open for a credential. */
interface CredentialWatcher {
  /** It ended before its time. Called once. */
  ended(): void;
  /** It may have, and that was missed: identify it again. */
  unsure(): void;
}

const attemptWindowMs = 15 * 60 * 1000;
const wrongPassword = appError("UNAUTHENTICATED", "wrong username or password");
/** Also when another password took its place while it was checked. */
export const wrongCurrentPassword = appError("PERMISSION_DENIED", "the current password is wrong");

export function createAuthService(deps: AuthDeps): AuthService {
  const attempts =
    deps.attempts?.(attemptWindowMs) ?? createAttemptLimiter(attemptWindowMs, deps.nowMs);
  const watchersById = new Map<string, Set<CredentialWatcher>>();
  let decoy: Promise<string> | null = null;
  const revision = deps.credentialRevision;
  const lookUp = (presented: PresentedCredential) => identify(deps, presented);
  const remembered =
    revision === undefined ? null : rememberIdentities(deps, lookUp, () => revision.now());
  const findIdentity = remembered?.identify ?? lookUp;

  deps.signals.listen((heard) => {
    for (const signal of heard) {
      if (signal.kind === "credentials-changed") signal.ended.forEach(announceEnded);
      if (signal.kind !== "everything-moved") continue;
      for (const watchers of [...watchersById.values()]) {
        for (const watcher of [...watchers]) watcher.unsure();
      }
    }
  });

  function announceEnded(id: string): void {
    const watchers = watchersById.get(id);
    watchersById.delete(id);
    for (const watcher of watchers ?? []) watcher.ended();
  }

  /** The hash that a password is checked against when there is no such account. */
  function decoyHash(): Promise<string> {
    decoy ??= deps.hashPassword(randomBase62(32, deps.randomBytes)).catch((error: unknown) => {
      decoy = null;
      throw error;
    });
    return decoy;
  }

  /** Compares a password that counts as a try. It doesn't count when there is no room to hash it. */
  async function compare(
    password: string,
    hash: () => string | Promise<string>,
    limits: readonly AttemptLimit[],
  ): Promise<boolean> {
    try {
      return await deps.verifyPassword(password.slice(0, maxPasswordLength + 1), await hash());
    } catch (error) {
      await attempts.giveBack(limits);
      throw error;
    }
  }

  /** Another password, an end of the account or another role, while the password was checked, wins. */
  async function signedIn(user: UserRecord, client: Client) {
    const session = await openSession(deps, user, client);
    return session === null ? err(wrongPassword) : ok({ user, session });
  }

  async function needsSetup(): Promise<boolean> {
    return deps.database.read(async ({ users }) => !hasAdministrator(await users.list()));
  }

  return {
    needsSetup,
    setupCode: () => findSetupCode(deps),
    createFirstAdministrator: (account) => createFirstAdministrator(deps, account),

    async setUp(account, client) {
      const limits = [{ key: `setup ${client.address}`, max: 10 }];
      const waitMs = await attempts.take(limits);
      if (waitMs > 0) return err(tooManyTries(waitMs));
      const code = await findSetupCode(deps);
      if (code === null) return err(alreadySetUp);
      if (deps.sha256(typedCode(account.code)) !== deps.sha256(typedCode(code))) {
        return err(appError("PERMISSION_DENIED", "the set-up code is wrong"));
      }
      await attempts.giveBack(limits);
      const user = await createFirstAdministrator(deps, account, client.address);
      if (!user.ok) return user.error.code === "FAILED_PRECONDITION" ? err(alreadySetUp) : user;
      return signedIn(user.value, client);
    },

    async signIn({ username, password }, client) {
      const { address } = client;
      const { user, isKnown } = await deps.database.read(async ({ users, signInAddresses }) => {
        const found = await users.findByUsername(username);
        const name = userName(found?.username ?? username);
        return { user: found, isKnown: await signInAddresses.isKnown(name, address) };
      });
      const limits = signInLimits(username, address, isKnown);
      const waitMs = await attempts.take(limits);
      if (waitMs > 0) return err(tooManyTries(waitMs));
      // Made for every name, so that the first to sign in does not show which ones exist.
      const hashOf = async () => {
        const decoyed = await decoyHash();
        return user?.passwordHash ?? decoyed;
      };
      const isRight = await compare(password, hashOf, limits);
      if (user === null || !isRight || user.state !== "NORMAL") {
        const account = user === null ? null : userName(user.username);
        await deps.database.write((stores) =>
          noteFailedSignIn(stores, { account, address, atMs: deps.nowMs() }),
        );
        return err(wrongPassword);
      }
      await attempts.giveBack(limits);
      if (deps.policy().disablePasswordLogin && user.role !== "ADMIN") {
        return err(
          appError("PERMISSION_DENIED", "signing in with a password is disabled on this instance"),
        );
      }
      return signedIn(user, client);
    },

    async signUp(account, client) {
      const waitMs = await attempts.take([{ key: `sign-up ${client.address}`, max: 20 }]);
      if (waitMs > 0) return err(tooManyTries(waitMs));
      if (!deps.policy().allowSignUp || (await needsSetup())) {
        return err(appError("PERMISSION_DENIED", "sign-up is disabled on this instance"));
      }
      const made = await createAccount(deps, account);
      if (!made.ok) return made;
      return signedIn(made.value, client);
    },

    async confirmPassword({ username, passwordHash }, password) {
      const limits = [{ key: `confirm ${username.toLowerCase()}`, max: 10 }];
      const waitMs = await attempts.take(limits);
      if (waitMs > 0) return err(tooManyTries(waitMs));
      const isRight = await compare(password, () => passwordHash, limits);
      if (!isRight) return err(wrongCurrentPassword);
      await attempts.giveBack(limits);
      return ok(null);
    },

    async identify(presented) {
      // What is remembered may have ended in another process.
      await deps.signals.catchUp();
      const found = await findIdentity(presented);
      return found.ok ? ok(identityFrom(found.value, presented.address)) : found;
    },

    recall(presented) {
      if (remembered === null || !deps.signals.hearsAtOnce) return null;
      const identity = remembered.recall(presented);
      return identity === null ? null : identityFrom(identity, presented.address);
    },

    stillStands: ({ caller }) =>
      revision !== undefined && stillStands(caller, { revision, nowMs: deps.nowMs() }),

    async refresh({ credential, caller }, carrier) {
      if (carrier !== "cookie") {
        return err(
          appError("FAILED_PRECONDITION", "only the session cookie can request another token"),
        );
      }
      const token = await refreshSession(deps, credential.id, caller);
      return token === null ? err(sessionGone) : ok(token);
    },

    async signOut({ caller, credential }) {
      if (credential.kind === "access-token") return;
      await deps.database.write(async ({ sessions, afterCommit }) => {
        await sessions.remove(credential.id);
        afterCommit({ kind: "credentials-changed", ended: [credential.id] });
      }, caller);
    },

    watch(credentialId, watcher) {
      const watchers = watchersById.get(credentialId) ?? new Set();
      watchersById.set(credentialId, watchers.add(watcher));
      return () => {
        watchers.delete(watcher);
        if (watchers.size === 0 && watchersById.get(credentialId) === watchers) {
          watchersById.delete(credentialId);
        }
      };
    },

    accessTokens: createAccessTokenService(deps, isAdministrator),
    personalAccessTokens: createAccessTokenService(deps, () => true),
    sessions: createSessionService(deps),
    pairing: createPairingService(deps, attempts),
  };
}

/** The same one again for who comes from where they came from last. */
const lastFrom = new WeakMap<Identity, Identity>();

function identityFrom(identity: Identity, address: string | undefined): Identity {
  if (address === undefined) return identity;
  const last = lastFrom.get(identity);
  if (last?.caller.address === address) return last;
  const placed = { ...identity, caller: { ...identity.caller, address } };
  lastFrom.set(identity, placed);
  return placed;
}

const sessionGone = appError("UNAUTHENTICATED", "the session has ended");
const alreadySetUp = appError("PERMISSION_DENIED", "an administrator already exists");

/**
 * How often signing in may fail within a quarter of an hour. Ten failures lock an account for one
 * address and nobody else: another address signs in to it, and the address to another account. An
 * address may fail fifty times in all, and an account a thousand times from everywhere, which takes a
 * hundred addresses; neither counts where the account has signed in from that address before, so
 * that neither a neighbour behind the same router nor guessers elsewhere keep its user out.
 */
function signInLimits(username: string, address: string, isKnown: boolean): AttemptLimit[] {
  const account = username.toLowerCase().slice(0, 64);
  const pair = { key: `pair ${account} ${address}`, max: 10 };
  if (isKnown) return [pair];
  return [pair, addressLimit(address), { key: `account ${account}`, max: 1000 }];
}
