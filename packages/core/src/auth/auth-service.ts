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
  passwordsDisabled,
} from "./account.ts";
import { addressLimit, createAttemptLimiter, tooManyTries } from "./attempt-limit.ts";
import type { AuthDeps } from "./auth-deps.ts";
import { isAdministrator } from "../model/caller.ts";
import type { Identity } from "./identity.ts";
import { identify, type PresentedCredential } from "./identify.ts";
import { createSessionService, type SessionService } from "./own-sessions.ts";
import { createPairingService, type PairingService } from "./pairing.ts";
import { createPasswordLinkService, type PasswordLinkService } from "./password-link.ts";
import { rememberIdentities } from "./remembered-identities.ts";
import { findSetupCode } from "./setup-code.ts";
import { isCredentialCurrent } from "../access/credential-check.ts";
import {
  openSession,
  refreshSession,
  type Client,
  type SessionToken,
  type SignedIn,
} from "./session.ts";

/** Signs users in and identifies the caller of a request (docs/api-decisions.md §6). */
export interface AuthService {
  /** True until there is an administrator. */
  needsSetup(): Promise<boolean>;
  /** Returns the instance's one-time code for `setUp`; null once there is an administrator. */
  setupCode(): Promise<string | null>;
  /** Creates the first administrator without a code, for the command line. */
  createFirstAdministrator(account: NewAccount): Promise<Result<UserRecord, AppError>>;
  /**
   * Creates the first administrator and signs in. PERMISSION_DENIED for a wrong code or if there is one
   * already.
   */
  setUp(
    account: NewAccount & { readonly code: string },
    client: Client,
  ): Promise<Result<SignedIn, AppError>>;
  /**
   * Signs a user in. UNAUTHENTICATED with the same message and after the same work for an unknown name and a
   * wrong password; RESOURCE_EXHAUSTED after too many failures (`signInLimits`); PERMISSION_DENIED for a
   * correct password if only administrators may use one.
   */
  signIn(account: NewAccount, client: Client): Promise<Result<SignedIn, AppError>>;
  /**
   * Creates an account and signs it in. PERMISSION_DENIED if sign-up is closed, or if there is no
   * administrator yet.
   */
  signUp(account: NewAccount, client: Client): Promise<Result<SignedIn, AppError>>;
  /**
   * Checks the password of a signed-in user. PERMISSION_DENIED if it is wrong, RESOURCE_EXHAUSTED after ten
   * failures: a stolen session can't be used to guess the password.
   */
  confirmPassword(user: UserRecord, password: string): Promise<Result<null, AppError>>;
  identify(presented: PresentedCredential): Promise<Result<Identity, AppError>>;
  /**
   * Returns the cached result of `identify` if it is known to be valid without waiting; null if `identify`
   * must be called.
   */
  recall(presented: PresentedCredential): Identity | null;
  /** Returns false if a change since may have ended or restricted the identity; call `identify` again. */
  isCredentialCurrent(identity: Identity): boolean;
  /**
   * Issues another access token for a session, if the request has its cookie. FAILED_PRECONDITION for a
   * bearer: a leaked token could otherwise be refreshed forever.
   */
  refresh(
    identity: Identity,
    carrier: PresentedCredential["carrier"],
  ): Promise<Result<SessionToken, AppError>>;
  /** Ends the session and its access token immediately. Does nothing for a personal access token. */
  signOut(identity: Identity): Promise<void>;
  /** Notifies the watcher when a session or token ends. Returns a function that unsubscribes. */
  watch(credentialId: string, watcher: CredentialWatcher): () => void;
  /** Access tokens, for administrators only. */
  readonly accessTokens: AccessTokenService;
  /** Access tokens, for all users. */
  readonly personalAccessTokens: AccessTokenService;
  readonly sessions: SessionService;
  /** Pairing codes: made by devices, redeemed by anyone who has one. */
  readonly pairing: PairingService;
  /** Links for choosing a password: made by administrators, redeemed by anyone who has one. */
  readonly passwordLinks: PasswordLinkService;
}

/** Callbacks of a long-lived connection that uses a credential. */
interface CredentialWatcher {
  /** Called once, when the credential ends before its expiry. */
  ended(): void;
  /** Called when the end may have been missed; call `identify` again. */
  unsure(): void;
}

const attemptWindowMs = 15 * 60 * 1000;
const wrongPassword = appError("UNAUTHENTICATED", "wrong username or password");
/** Error if the password is wrong or was replaced during the check. */
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

  /** Returns the hash that passwords are checked against if the account doesn't exist. */
  function decoyHash(): Promise<string> {
    decoy ??= deps.hashPassword(randomBase62(32, deps.randomBytes)).catch((error: unknown) => {
      decoy = null;
      throw error;
    });
    return decoy;
  }

  /** Verifies a password, counted as an attempt. Doesn't count it if hashing throws for lack of capacity. */
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

  /** Opens a session; fails if the password, state or role changed while the password was checked. */
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
      // Computed for every name: otherwise the first sign-in's timing would reveal whether the name exists.
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
        return passwordsDisabled;
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
      // A cached identity may have ended in another process.
      await deps.signals.catchUp();
      const found = await findIdentity(presented);
      return found.ok ? ok(identityFrom(found.value, presented.address)) : found;
    },

    recall(presented) {
      if (remembered === null || !deps.signals.hearsAtOnce) return null;
      const identity = remembered.recall(presented);
      return identity === null ? null : identityFrom(identity, presented.address);
    },

    isCredentialCurrent: ({ caller }) =>
      revision !== undefined && isCredentialCurrent(caller, { revision, nowMs: deps.nowMs() }),

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
    passwordLinks: createPasswordLinkService(deps, attempts),
  };
}

function identityFrom(identity: Identity, address: string | undefined): Identity {
  if (address === undefined) return identity;
  return { ...identity, caller: { ...identity.caller, address } };
}

const sessionGone = appError("UNAUTHENTICATED", "the session has ended");
const alreadySetUp = appError("PERMISSION_DENIED", "an administrator already exists");

/**
 * Returns the limits on failed sign-ins within 15 minutes. Ten failures lock an account only for that
 * address; both stay usable otherwise. An address may fail fifty times in total, and an account a thousand
 * times from all addresses, which takes a hundred of them. Neither total applies if the account has signed in
 * from the address before. Neighbours behind the same router and attackers elsewhere thus can't lock a user
 * out.
 */
function signInLimits(username: string, address: string, isKnown: boolean): AttemptLimit[] {
  const account = username.toLowerCase().slice(0, 64);
  const pair = { key: `pair ${account} ${address}`, max: 10 };
  if (isKnown) return [pair];
  return [pair, addressLimit(address), { key: `account ${account}`, max: 1000 }];
}
