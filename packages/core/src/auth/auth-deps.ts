import type { PageTokens } from "../paging/page-token.ts";
import type { Signals } from "../stores/processes/signals.ts";
import type { ServerDatabase } from "../stores/server-database.ts";
import type { AttemptLimiter } from "../stores/processes/shared-limits.ts";
import type { CredentialRevision } from "../access/credential-check.ts";

/** External dependencies of authentication: stores, clock, randomness and hashing. */
export interface AuthDeps {
  readonly database: ServerDatabase;
  readonly pageTokens: PageTokens;
  nowMs(): number;
  randomBytes(count: number): Uint8Array;
  /** Returns the hash in lower-case hex. */
  sha256(text: string): string;
  /**
   * Returns a self-describing slow hash (argon2id). Both may throw RESOURCE_EXHAUSTED on too many at once.
   */
  hashPassword(password: string): Promise<string>;
  verifyPassword(password: string, hash: string): Promise<boolean>;
  /** Returns true if the password is among the most common ones, ignoring case. */
  isCommonPassword(password: string): Promise<boolean>;
  /** Seals the set-up code; `open` returns null if it was sealed with another key. */
  readonly secretBox: { seal(text: string): string; open(sealed: string): string | null };
  /** Counts attempts across all processes of the instance. If absent, only this process's are counted. */
  attempts?(windowMs: number): AttemptLimiter;
  /**
   * Changes with every change of accounts, sessions, tokens and memberships. If absent, every request is
   * looked up.
   */
  readonly credentialRevision?: CredentialRevision;
  readonly signals: Signals;
  /** Returns the administrator's sign-in settings. */
  policy(): SignInPolicy;
}

export interface SignInPolicy {
  /** True if anyone may create an account. */
  readonly allowSignUp: boolean;
  /** True if only administrators may sign in with a password. */
  readonly disablePasswordLogin: boolean;
}
