import type { AppError } from "../error/errors.ts";
import type { Result } from "../error/result.ts";

/** Link with which anyone can read one memo. Times in epoch ms. */
export interface ShareLink {
  /** Id for `revoke`. */
  readonly token: string;
  /** Address of the page that shows the memo. */
  readonly url: string;
  readonly createdMs: number;
  /** `null` if it doesn't expire. */
  readonly expiresMs: number | null;
}

/**
 * Links of a memo, oldest first, or the reason why there are none. `not-sent`: the server doesn't have the
 * memo yet. `old-server`: it doesn't support these calls. `no-server`: there is none.
 */
export type MemoShares =
  | { readonly state: "listed"; readonly links: readonly ShareLink[] }
  | { readonly state: "not-sent" | "old-server" | "no-server" };

/** Links that share a memo. The server stores them: all calls go to it, and nothing is queued. */
export interface AppShares {
  list(memo: string): Promise<Result<MemoShares, AppError>>;
  /** Creates a link that doesn't expire if `expiresMs` is null. */
  create(memo: string, expiresMs: number | null): Promise<Result<ShareLink, AppError>>;
  /** Revokes a link. Idempotent. */
  revoke(memo: string, token: string): Promise<Result<null, AppError>>;
}
