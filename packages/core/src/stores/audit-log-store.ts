import type { FilterPlan } from "../filter/plan/plan.ts";
import type { UserReference } from "../names/names.ts";

/** Actions recorded in the audit log. docs/accounts.md lists when. */
export const auditActions = [
  "signin.failed",
  "signin.new_address",
  "token.created",
  "token.revoked",
  "password.changed",
  "password.link_created",
  "role.raised",
  "role.lowered",
  "account.created",
  "account.archived",
  "account.restored",
  "account.closed",
  "account.purged",
  "account.signed_out",
  "share.created",
  "share.listed",
  "share.revoked",
  "invitation.created",
  "invitation.revoked",
  "invitation.accepted",
  "invitation.declined",
  "export.account",
  "setting.changed",
  "export.backup",
] as const;
export type AuditAction = (typeof auditActions)[number];

export interface AuditEntry {
  /** Increases with each entry. */
  readonly id: string;
  /** Epoch ms. */
  readonly atMs: number;
  readonly action: AuditAction;
  /** `users/<username>` of the actor; "" if unknown. */
  readonly actor: string;
  /** Resource name of the target; "" if there is none or several. */
  readonly target: string;
  /** Network address of the request (its /64 for IPv6); "" if there is none or several. */
  readonly address: string;
  /** Number of occurrences. Greater than 1 only for failed sign-ins, which are combined when frequent. */
  readonly count: number;
}
export type NewAuditEntry = Omit<AuditEntry, "id" | "count">;

export interface AuditListQuery {
  readonly filter: FilterPlan | null;
  /** Last entry of the previous page. */
  readonly after: Pick<AuditEntry, "atMs" | "id"> | null;
  readonly limit: number;
}

export interface AuditLogReader {
  /** Returns entries newest first. Rejects with `FilterTimeoutError` when a filter takes too long. */
  list(query: AuditListQuery): Promise<AuditEntry[]>;
}

export interface AuditLogStore extends AuditLogReader {
  add(entry: NewAuditEntry): Promise<AuditEntry>;
  /** Counts the entries of an action since `fromMs`: in total and from one address. */
  countSince(
    action: AuditAction,
    fromMs: number,
    address: string,
  ): Promise<{ readonly all: number; readonly ofAddress: number }>;
  /**
   * Increments the count of the newest entry since `fromMs` with this address and no target. Returns false if
   * there is none.
   */
  countOnce(action: AuditAction, fromMs: number, address: string): Promise<boolean>;
  /** Deletes up to `limit` entries older than `ms`. Returns how many were deleted. */
  removeBefore(ms: number, limit: number): Promise<number>;
}

export interface SignInAddressReader {
  /** Returns true if the account has signed in from this address before. */
  isKnown(user: UserReference, address: string): Promise<boolean>;
}

/** Addresses that accounts have signed in from. Stores the newest hundred of each account. */
export interface SignInAddressStore extends SignInAddressReader {
  /** Stores an address. Returns true if it is new for the account. */
  note(user: UserReference, address: string, atMs: number): Promise<boolean>;
  removeByUser(user: UserReference): Promise<void>;
  /** Deletes up to `limit` addresses without a sign-in since `ms`. Returns how many were deleted. */
  removeBefore(ms: number, limit: number): Promise<number>;
}
