import type { AppError } from "../error/errors.ts";
import type { Result } from "../error/result.ts";
import type {
  MadeAccessToken,
  WantedAccessToken,
  WireAccessToken,
} from "../sync/protocol/access-tokens.ts";
import type { WirePairingState } from "../sync/protocol/pairing.ts";
import type {
  WantedWebhook,
  WebhookChanges,
  WireDelivery,
  WireWebhook,
} from "../sync/protocol/webhooks.ts";

/** What the server keeps for the user, or why there is none: `old-server` knows nothing of such asks. */
export type OfServer<T> =
  | { readonly state: "listed"; readonly items: readonly T[] }
  | { readonly state: "old-server" };

/** Access tokens, by which scripts and other programs reach the server: all of this asks it. */
export interface AppAccessTokens {
  /** Newest first. */
  list(): Promise<Result<OfServer<WireAccessToken>, AppError>>;
  /** `value` is told this once. INVALID_ARGUMENT by the rules of the API. */
  create(wanted: WantedAccessToken): Promise<Result<MadeAccessToken, AppError>>;
  /** May be done again: one that ended stays so. */
  revoke(id: string): Promise<Result<null, AppError>>;
}

/** What the server tells other programs of memos: all of this asks it. */
export interface AppWebhooks {
  /** Oldest first. */
  list(): Promise<Result<OfServer<WireWebhook>, AppError>>;
  /** INVALID_ARGUMENT: no address that the server would call. FAILED_PRECONDITION: there are too many. */
  create(wanted: WantedWebhook): Promise<Result<WireWebhook, AppError>>;
  /** INVALID_ARGUMENT: no address that the server would call. */
  update(id: string, changes: WebhookChanges): Promise<Result<WireWebhook, AppError>>;
  /** May be done again. */
  remove(id: string): Promise<Result<null, AppError>>;
  /** What its deliveries are signed with; "": they are not. */
  secret(id: string): Promise<Result<string, AppError>>;
  /** Newest first. */
  deliveries(id: string): Promise<Result<readonly WireDelivery[], AppError>>;
  /**
   * Has a test sent, and gives it back as it waits. FAILED_PRECONDITION while one is on its way,
   * RESOURCE_EXHAUSTED after too many.
   */
  test(id: string): Promise<Result<WireDelivery, AppError>>;
  /** Has a failed delivery sent again. FAILED_PRECONDITION: it has not failed, or says what is so no more. */
  sendAgain(id: string, delivery: string): Promise<Result<WireDelivery, AppError>>;
}

/** A code by which another device of the user's comes to the server. */
export interface OfferedPairing {
  readonly id: string;
  readonly code: string;
  /** Where the other device reaches the server: the address that it is known by, else this device's. */
  readonly serverUrl: string;
  /** For how long it is good from now on. */
  readonly lastsMs: number;
}

/** Letting another device of the user's in, by a code that is good once: all of this asks the server. */
export interface AppPairing {
  /** FAILED_PRECONDITION where there is no server, or it is too old for this. */
  begin(): Promise<Result<OfferedPairing, AppError>>;
  state(id: string): Promise<Result<WirePairingState, AppError>>;
  /** May be done again: what was used, or is too old, stays so. */
  cancel(id: string): Promise<Result<null, AppError>>;
}
