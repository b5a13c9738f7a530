import type { PageTokens } from "../paging/page-token.ts";
import type { Signals } from "../stores/processes/signals.ts";
import type { ServerDatabase } from "../stores/server-database.ts";
import type { AttemptLimiter } from "../stores/processes/shared-limits.ts";
import type { CredentialRevision } from "../access/standing.ts";

/** What signing in needs from outside: the stores, a clock, randomness and hashing. */
export interface AuthDeps {
  readonly database: ServerDatabase;
  readonly pageTokens: PageTokens;
  nowMs(): number;
  randomBytes(count: number): Uint8Array;
  /** Lower-case hex. */
  sha256(text: string): string;
  /** A self-describing slow hash (argon2id). Both may throw RESOURCE_EXHAUSTED when too many are made at once. */
  hashPassword(password: string): Promise<string>;
  verifyPassword(password: string, hash: string): Promise<boolean>;
  /** Whether it is among those that are tried first, without regard to case. */
  isCommonPassword(password: string): Promise<boolean>;
  /** Seals the set-up code; `open` gives null for what was sealed with another key. */
  readonly secretBox: { seal(text: string): string; open(sealed: string): string | null };
  /** Counts tries for all processes of the instance. Absent: those of this one alone are counted. */
  attempts?(windowMs: number): AttemptLimiter;
  /**
   * Moves with every change of accounts, sessions, tokens and memberships. Absent: every request is looked up.
   */
  readonly credentialRevision?: CredentialRevision;
  readonly signals: Signals;
  /** What the instance's administrator decided of signing in. */
  policy(): SignInPolicy;
}

export interface SignInPolicy {
  /** Whether anybody may make themselves an account. */
  readonly allowSignUp: boolean;
  /** Whether only administrators may sign in with a password. */
  readonly disablePasswordLogin: boolean;
}
