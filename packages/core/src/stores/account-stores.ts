import type { UserRecord, TokenScope } from "../model/account.ts";
import type { UserReference } from "../names/names.ts";

/** Closed accounts are found by nothing here but `isTaken` and `closedNames`. */
export interface UserStore {
  /** Without regard to case. */
  findByUsername(username: string): Promise<UserRecord | null>;
  findByNumber(number: number): Promise<UserRecord | null>;
  /** In order of number. */
  list(): Promise<UserRecord[]>;
  /** Whether there is an account in state NORMAL beside the one of that name. Reads few rows. */
  hasOthers(username: string): Promise<boolean>;
  /** Whether the name belongs to an account, or did: without regard to case. */
  isTaken(username: string): Promise<boolean>;
  /** Usernames of closed accounts. */
  closedNames(): Promise<string[]>;
  /** The number is given by the store. */
  insert(user: Omit<UserRecord, "number">): Promise<UserRecord>;
  update(user: UserRecord): Promise<void>;
  /** Empties an account and keeps its name, so that nobody takes it again. */
  close(number: number, atMs: number): Promise<void>;
}

/** Whom a filter means by a number of the older form. A device knows of nobody. */
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
  /** When its user ended the session of a device, so that the device can be told; else null. */
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

/** A code that lets one device in, once, for a device that is signed in. */
export interface PairingCodeRecord {
  readonly id: string;
  /** SHA-256 of the code, hex. The code itself is never stored. */
  readonly hash: string;
  readonly user: UserReference;
  /** Id of the session that made it: the code is worth nothing without it. */
  readonly maker: string;
  readonly createdMs: number;
  readonly expiresMs: number;
  /** Id of the session that it opened; null: it was not used. */
  readonly opened: string | null;
}

export interface PairingCodeStore {
  findByHash(hash: string): Promise<PairingCodeRecord | null>;
  /** Oldest first, used and expired ones too. */
  listByUser(user: UserReference): Promise<PairingCodeRecord[]>;
  insert(code: PairingCodeRecord): Promise<void>;
  /** Uses it for a session; false, and nothing is changed, where it was used before or is gone. */
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
  /** Revoked tokens stay, so that their use can be told from an unknown one. */
  readonly revokedMs: number | null;
  /** Id of the token that made it, with which it is revoked; null: a session made it. */
  readonly maker: string | null;
}

export interface AccessTokenStore {
  findByHash(hash: string): Promise<AccessTokenRecord | null>;
  find(id: string): Promise<AccessTokenRecord | null>;
  /** Newest first, revoked ones left out, after `afterId` in that order. */
  listByUser(
    user: UserReference,
    afterId: string | null,
    limit: number,
  ): Promise<AccessTokenRecord[]>;
  /** Those that a token made, revoked ones left out. */
  listMadeBy(maker: string): Promise<AccessTokenRecord[]>;
  insert(token: AccessTokenRecord): Promise<void>;
  update(token: AccessTokenRecord): Promise<void>;
}

/** What is kept of a user by name and is not theirs to set one by one, such as their picture. */
export interface UserSettingReader {
  get(user: UserReference, key: string): Promise<string | null>;
}

export interface UserSettingStore extends UserSettingReader {
  set(user: UserReference, key: string, value: string): Promise<void>;
  removeByUser(user: UserReference): Promise<void>;
}
