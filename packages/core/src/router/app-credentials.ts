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

/** Items that the server stores for the user. `old-server` if it doesn't support the call. */
export type OfServer<T> =
  | { readonly state: "listed"; readonly items: readonly T[] }
  | { readonly state: "old-server" };

/** Access tokens, with which scripts and other programs use the server. All calls go to the server. */
export interface AppAccessTokens {
  /** Newest first. */
  list(): Promise<Result<OfServer<WireAccessToken>, AppError>>;
  /** Creates a token. `value` is returned only once. Fails with INVALID_ARGUMENT by the rules of the API. */
  create(wanted: WantedAccessToken): Promise<Result<MadeAccessToken, AppError>>;
  /** Revokes a token. Idempotent. */
  revoke(id: string): Promise<Result<null, AppError>>;
}

/**
 * Webhooks, with which the server notifies other programs of changes to memos. All calls go to the server.
 */
export interface AppWebhooks {
  /** Oldest first. */
  list(): Promise<Result<OfServer<WireWebhook>, AppError>>;
  /**
   * Fails with INVALID_ARGUMENT if the server can't call the address, and with FAILED_PRECONDITION if there
   * are too many.
   */
  create(wanted: WantedWebhook): Promise<Result<WireWebhook, AppError>>;
  /** Fails with INVALID_ARGUMENT if the server can't call the address. */
  update(id: string, changes: WebhookChanges): Promise<Result<WireWebhook, AppError>>;
  /** Removes a webhook. Idempotent. */
  remove(id: string): Promise<Result<null, AppError>>;
  /** Returns the secret that signs its deliveries, or "" if they aren't signed. */
  secret(id: string): Promise<Result<string, AppError>>;
  /** Newest first. */
  deliveries(id: string): Promise<Result<readonly WireDelivery[], AppError>>;
  /**
   * Sends a test and returns its pending delivery. Fails with FAILED_PRECONDITION while a test is pending,
   * and with RESOURCE_EXHAUSTED after too many.
   */
  test(id: string): Promise<Result<WireDelivery, AppError>>;
  /**
   * Sends a failed delivery again. Fails with FAILED_PRECONDITION if it hasn't failed, or its content is
   * outdated.
   */
  sendAgain(id: string, delivery: string): Promise<Result<WireDelivery, AppError>>;
}

/** Code with which another device of the user connects to the server. */
export interface OfferedPairing {
  readonly id: string;
  readonly code: string;
  /**
   * Server address for the other device: the public one if known, otherwise the one that this device uses.
   */
  readonly serverUrl: string;
  /** Remaining validity in ms. */
  readonly lastsMs: number;
}

/** Connecting another device of the user with a code that works once. All calls go to the server. */
export interface AppPairing {
  /** Fails with FAILED_PRECONDITION if there is no server, or it is too old for this. */
  begin(): Promise<Result<OfferedPairing, AppError>>;
  state(id: string): Promise<Result<WirePairingState, AppError>>;
  /** Cancels a code. Idempotent; used and expired codes don't change. */
  cancel(id: string): Promise<Result<null, AppError>>;
}
