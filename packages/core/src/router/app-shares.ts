import type { AppError } from "../error/errors.ts";
import type { Result } from "../error/result.ts";

/** A link by which whoever has it reads one memo. Times in epoch ms. */
export interface ShareLink {
  /** What names it to `revoke`. */
  readonly token: string;
  /** The page that it leads to. */
  readonly url: string;
  readonly createdMs: number;
  /** null: it does not end by itself. */
  readonly expiresMs: number | null;
}

/**
 * The links of a memo, oldest first, or why there can be none. `not-sent`: the server has not heard of
 * the memo yet. `old-server`: it knows nothing of such asks. `no-server`: there is none.
 */
export type MemoShares =
  | { readonly state: "listed"; readonly links: readonly ShareLink[] }
  | { readonly state: "not-sent" | "old-server" | "no-server" };

/** The links that share a memo. They are the server's: all of this asks it, and nothing is queued. */
export interface AppShares {
  list(memo: string): Promise<Result<MemoShares, AppError>>;
  /** `expiresMs` null: it does not end by itself. */
  create(memo: string, expiresMs: number | null): Promise<Result<ShareLink, AppError>>;
  /** May be done again: one that ended stays so. */
  revoke(memo: string, token: string): Promise<Result<null, AppError>>;
}
