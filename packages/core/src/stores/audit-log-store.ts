import type { FilterPlan } from "../filter/plan/plan.ts";
import type { UserReference } from "../names/names.ts";

/** What is entered into the audit log (docs/accounts.md says when). */
export const auditActions = [
  "signin.failed",
  "signin.new_address",
  "token.created",
  "token.revoked",
  "password.changed",
  "role.raised",
  "role.lowered",
  "account.archived",
  "account.restored",
  "account.closed",
  "share.created",
  "share.listed",
  "share.revoked",
  "invitation.created",
  "invitation.revoked",
  "invitation.accepted",
  "invitation.declined",
  "export.backup",
] as const;
export type AuditAction = (typeof auditActions)[number];

export interface AuditEntry {
  /** Rises from entry to entry. */
  readonly id: string;
  /** Epoch ms. */
  readonly atMs: number;
  readonly action: AuditAction;
  /** `users/<username>` of who did it; "" where nobody is known. */
  readonly actor: string;
  /** Resource name of what it was done to; "" where that is none, or several. */
  readonly target: string;
  /** Network address that it came from, of IPv6 its /64; "" for none, or several. */
  readonly address: string;
  /** How often it happened: 1 but for failed sign-ins that were too many to be entered each. */
  readonly count: number;
}
export type NewAuditEntry = Omit<AuditEntry, "id" | "count">;

export interface AuditListQuery {
  readonly filter: FilterPlan | null;
  /** The last entry of the page before. */
  readonly after: Pick<AuditEntry, "atMs" | "id"> | null;
  readonly limit: number;
}

export interface AuditLogReader {
  /** Newest first. Rejects with `FilterTimeoutError` when a filter takes too long. */
  list(query: AuditListQuery): Promise<AuditEntry[]>;
}

export interface AuditLogStore extends AuditLogReader {
  add(entry: NewAuditEntry): Promise<AuditEntry>;
  /** How many entries of an action there are from a moment on, in all and of one address. */
  countSince(
    action: AuditAction,
    fromMs: number,
    address: string,
  ): Promise<{ readonly all: number; readonly ofAddress: number }>;
  /** Counts one more in the newest entry since then that has this address and no target; false: none. */
  countOnce(action: AuditAction, fromMs: number, address: string): Promise<boolean>;
  /** Removes up to `limit` entries from before a moment. Returns how many went. */
  removeBefore(ms: number, limit: number): Promise<number>;
}

export interface SignInAddressReader {
  /** Whether the account has signed in from there before. */
  isKnown(user: UserReference, address: string): Promise<boolean>;
}

/** Where accounts have signed in from. Of each account the newest hundred are kept. */
export interface SignInAddressStore extends SignInAddressReader {
  /** Keeps an address. Returns whether it is new for the account. */
  note(user: UserReference, address: string, atMs: number): Promise<boolean>;
  removeByUser(user: UserReference): Promise<void>;
  /** Removes up to `limit` that nobody signed in from since. Returns how many went. */
  removeBefore(ms: number, limit: number): Promise<number>;
}
