import type { MemoState } from "./memo.ts";

export type UserRole = "ADMIN" | "USER";

export interface UserRecord {
  readonly number: number;
  readonly username: string;
  readonly role: UserRole;
  /** True for the first administrator of the instance, `HOST` in the legacy API. */
  readonly isHost: boolean;
  readonly passwordHash: string;
  readonly email: string;
  readonly displayName: string;
  readonly avatarUrl: string;
  readonly description: string;
  readonly state: MemoState;
  readonly createdMs: number;
  readonly updatedMs: number;
}

/** Token scopes, weakest first; each includes those before it. */
export const tokenScopes = ["read", "write", "admin"] as const;
export type TokenScope = (typeof tokenScopes)[number];
