import type { Generated } from "kysely";

import type { Flag } from "./flag.ts";
import type { UserReference } from "@tidemark/core/names";
import type { Stamp } from "@tidemark/core/model";

export interface UserAccountTable {
  number: Generated<number>;
  username: string;
  role: string;
  is_host: Flag;
  password_hash: string;
  email: string;
  display_name: string;
  avatar_url: string;
  description: string;
  state: Flag;
  created_ms: number;
  updated_ms: number;
  /** Time when the account was closed; its row then only reserves the name. */
  closed_ms: number | null;
}

export interface SessionTable {
  id: string;
  secret_hash: string;
  access_token_hash: string;
  access_token_expires_ms: number;
  user: UserReference;
  kind: string;
  client_info: string;
  created_ms: number;
  last_used_ms: number;
  expires_ms: number;
  revoked_ms: number | null;
}

export interface PairingCodeTable {
  id: string;
  hash: string;
  user: UserReference;
  /** Ids of the session that made the code, and of the session that the code opened. */
  maker: string;
  opened: string | null;
  created_ms: number;
  expires_ms: number;
}

export interface AccessTokenTable {
  id: string;
  user: UserReference;
  name: string;
  description: string;
  scope: string | null;
  hash: string;
  created_ms: number;
  expires_ms: number | null;
  last_used_ms: number | null;
  revoked_ms: number | null;
  /** Id of the token that made it; `null` if a session did. */
  maker: string | null;
}

export interface AuditEntryTable {
  pk: Generated<number>;
  at_ms: number;
  action: string;
  /** Resource names, and addresses; empty for none. */
  actor: string;
  target: string;
  address: string;
  count: number;
}

/** Address from which an account has signed in, with the time of the last sign-in. */
export interface SignInAddressTable {
  user: UserReference;
  address: string;
  last_ms: number;
}

export interface UserSettingTable {
  user: UserReference;
  key: string;
  /** JSON. */
  value: string;
}

/** Private values of users, one per key. */
export interface RegisterTable {
  user: UserReference;
  kind: string;
  id: string;
  /** JSON; `null` for a removed value. */
  value: string;
  stamp: Stamp;
  seq: number;
}

export interface SpaceTable {
  id: string;
  title: string;
  description: string;
  created_ms: number;
}

export interface SpaceMemberTable {
  space: string;
  user: UserReference;
  role: string;
}

export interface SpaceInvitationTable extends SpaceMemberTable {
  created_ms: number;
  expires_ms: number;
}
