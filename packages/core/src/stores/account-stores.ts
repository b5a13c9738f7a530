import type { UserRecord, TokenScope } from "../model/account.ts";
import type { UserReference } from "../names/names.ts";

/** Use of an account. */
export interface AccountUse {
  /** Time when it was last used or signed in to; null if unknown. */
  readonly lastSeenMs: number | null;
  /** Number of active sessions. */
  readonly sessions: number;
  /** Total size of its attachments. Content that is attached twice counts twice. */
  readonly storageBytes: number;
}

/** Store of accounts. Only `isTaken` and `closedNames` see closed accounts. */
export interface UserStore {
  /** Ignores case. */
  findByUsername(username: string): Promise<UserRecord | null>;
  findByNumber(number: number): Promise<UserRecord | null>;
  /** Returns the accounts in order of number. */
  list(): Promise<UserRecord[]>;
  /** Returns the use of accounts. Leaves out accounts that were never used. */
  useOf(users: readonly UserReference[], nowMs: number): Promise<ReadonlyMap<string, AccountUse>>;
  /** Returns true if there is an account in state NORMAL with another username. Reads few rows. */
  hasOthers(username: string): Promise<boolean>;
  /** Returns true if an open or closed account has the username. Ignores case. */
  isTaken(username: string): Promise<boolean>;
  /** Returns the usernames of closed accounts. */
  closedNames(): Promise<string[]>;
  /** Inserts an account. The store assigns the number. */
  insert(user: Omit<UserRecord, "number">): Promise<UserRecord>;
  update(user: UserRecord): Promise<void>;
  /** Empties an account. Its username stays taken. */
  close(number: number, atMs: number): Promise<void>;
}

/** Resolves user numbers of the legacy API in filters. On a device every number is unknown. */
export interface UserNumberReader {
  usernameOf(number: number): Promise<string | null>;
}

export interface SessionRecord {
  readonly id: string;
  /** SHA-256 of the secret, hex. The secret itself is never stored. */
  readonly secretHash: string;
  /** SHA-256 of the session's access token, hex. */
  readonly accessTokenHash: string;
  readonly accessTokenExpiresMs: number;
  readonly user: UserReference;
  readonly kind: "web" | "device";
  readonly clientInfo: string;
  readonly createdMs: number;
  readonly lastUsedMs: number;
  readonly expiresMs: number;
  /** Time at which the user ended this device's session, used to notify the device; else null. */
  readonly revokedMs: number | null;
}

export interface SessionStore {
  findBySecretHash(hash: string): Promise<SessionRecord | null>;
  findByAccessTokenHash(hash: string): Promise<SessionRecord | null>;
  listByUser(user: UserReference): Promise<SessionRecord[]>;
  insert(session: SessionRecord): Promise<void>;
  update(session: SessionRecord): Promise<void>;
  remove(id: string): Promise<void>;
  removeByUser(user: UserReference, exceptId: string | null): Promise<void>;
  removeExpired(nowMs: number): Promise<void>;
}

/** One-time code with which a signed-in device lets another device sign in. */
export interface PairingCodeRecord {
  readonly id: string;
  /** SHA-256 of the code, hex. The code itself is never stored. */
  readonly hash: string;
  readonly user: UserReference;
  /** Id of the session that created the code. The code is valid only while this session exists. */
  readonly maker: string;
  readonly createdMs: number;
  readonly expiresMs: number;
  /** Id of the session that was opened with the code; null while the code is unused. */
  readonly opened: string | null;
}

export interface PairingCodeStore {
  findByHash(hash: string): Promise<PairingCodeRecord | null>;
  /** Returns the user's codes oldest first, including used and expired ones. */
  listByUser(user: UserReference): Promise<PairingCodeRecord[]>;
  insert(code: PairingCodeRecord): Promise<void>;
  /**
   * Marks the code as used by a session. Returns false and changes nothing if it is already used or was
   * removed.
   */
  use(id: string, session: string): Promise<boolean>;
  remove(id: string): Promise<void>;
  removeByUser(user: UserReference): Promise<void>;
  removeExpired(nowMs: number): Promise<void>;
}

export interface AccessTokenRecord {
  readonly id: string;
  readonly user: UserReference;
  readonly name: string;
  readonly description: string;
  readonly scope: TokenScope | null;
  /** SHA-256 of the value, hex. */
  readonly hash: string;
  readonly createdMs: number;
  readonly expiresMs: number | null;
  readonly lastUsedMs: number | null;
  /** Revoked tokens keep their row: using one can be distinguished from using an unknown token. */
  readonly revokedMs: number | null;
  /** Id of the token that created this one and is revoked along with it; null if a session created it. */
  readonly maker: string | null;
}

export interface AccessTokenStore {
  findByHash(hash: string): Promise<AccessTokenRecord | null>;
  find(id: string): Promise<AccessTokenRecord | null>;
  /** Returns tokens newest first, starting after `afterId`. Leaves out revoked ones. */
  listByUser(
    user: UserReference,
    afterId: string | null,
    limit: number,
  ): Promise<AccessTokenRecord[]>;
  /** Returns the tokens that a token created. Leaves out revoked ones. */
  listMadeBy(maker: string): Promise<AccessTokenRecord[]>;
  insert(token: AccessTokenRecord): Promise<void>;
  update(token: AccessTokenRecord): Promise<void>;
  /** Deletes the rows of all tokens, also of revoked ones. Returns how many there were. */
  removeByUser(user: UserReference): Promise<number>;
}

/** Reads named values of a user that the user doesn't set one by one, such as their picture. */
export interface UserSettingReader {
  get(user: UserReference, key: string): Promise<string | null>;
}

export interface UserSettingStore extends UserSettingReader {
  set(user: UserReference, key: string, value: string): Promise<void>;
  removeByUser(user: UserReference): Promise<void>;
}
