import type { Caller } from "../../model/caller.ts";
import type { AppError } from "../../error/errors.ts";
import type { Result } from "../../error/result.ts";
import type { CaretEditor, CaretMove, OtherEditor } from "../../carets/index.ts";
import type { SyncServer } from "../../sync/server/sync-server.ts";
import type {
  AccessTokensAnswer,
  MadeAccessToken,
  WantedAccessToken,
} from "../../sync/protocol/access-tokens.ts";
import type { DigestAnswer, DigestRequest } from "../../sync/protocol/memo-digest.ts";
import type { SharesAnswer } from "../../sync/protocol/shares-answer.ts";
import type {
  NotificationsAnswer,
  NotificationsChanged,
} from "../../sync/protocol/notifications-answer.ts";
import type {
  RedeemedPairing,
  WirePairing,
  WirePairingState,
} from "../../sync/protocol/pairing.ts";
import type {
  WantedWebhook,
  WebhookChanges,
  WebhooksAnswer,
  WireDelivery,
  WireWebhook,
} from "../../sync/protocol/webhooks.ts";
import type { NotificationStatus } from "../../stores/notification-store.ts";
import type { RevisionRecord } from "../../stores/revision-store.ts";
import type { AbortSignalLike } from "../shared/abort-signal.ts";
import type { SyncDevice } from "./sync-device.ts";
import type { UserReference } from "../../names/names.ts";
import type { Scope } from "../../model/scope.ts";

type Outcome<T> = Promise<Result<T, AppError>>;

/** Access token calls of the server that the router uses. */
export interface SyncAccessTokens {
  list(caller: Caller): Outcome<AccessTokensAnswer>;
  create(caller: Caller, wanted: WantedAccessToken): Outcome<MadeAccessToken>;
  revoke(caller: Caller, id: string): Outcome<null>;
}

/** Webhook calls of the server that the router uses. */
export interface SyncWebhooks {
  list(caller: Caller): Outcome<WebhooksAnswer>;
  create(caller: Caller, wanted: WantedWebhook): Outcome<WireWebhook>;
  update(caller: Caller, id: string, changes: WebhookChanges): Outcome<WireWebhook>;
  remove(caller: Caller, id: string): Outcome<null>;
  secret(caller: Caller, id: string): Outcome<string>;
  deliveries(caller: Caller, id: string): Outcome<readonly WireDelivery[]>;
  /** Returns the new delivery, like `sendAgain`. */
  test(caller: Caller, id: string): Outcome<WireDelivery>;
  sendAgain(caller: Caller, id: string, delivery: string): Outcome<WireDelivery>;
}

/** Pairing code calls of the server that the router uses. */
export interface SyncPairing {
  begin(caller: Caller): Outcome<WirePairing>;
  state(caller: Caller, id: string): Promise<WirePairingState>;
  cancel(caller: Caller, id: string): Outcome<null>;
  /** Opens a session for a client with a valid code. */
  redeem(input: { readonly code: string; readonly device: string }): Outcome<RedeemedPairing>;
}

/** Calls and request data that the server provides to the sync router. */
export interface SyncContext {
  readonly sync: SyncServer;
  /** User of the request's credential; `null` without one. */
  readonly caller: Caller | null;
  /** Reason why the credential was refused, or null. */
  readonly refusal: AppError | null;
  readonly signIn: (input: {
    username: string;
    password: string;
    device: string;
  }) => Promise<Result<{ token: string; user: UserReference }, AppError>>;
  readonly signOut: () => Promise<void>;
  /** Returns the hashes whose content the caller must send. */
  readonly lackingBlobs: (caller: Caller, hashes: readonly string[]) => Promise<string[]>;
  /** Returns digests of a range of the caller's own memos. */
  readonly digest: (
    caller: Caller,
    request: DigestRequest,
  ) => Promise<Result<DigestAnswer, AppError>>;
  /** Returns the devices on which the caller's user is signed in, last seen first. */
  readonly devices: (caller: Caller) => Promise<SyncDevice[]>;
  /**
   * Returns revisions, newest first, by the rules of the API. Fails with NOT_FOUND, or PERMISSION_DENIED for
   * another user's memo.
   */
  readonly revisions: (
    caller: Caller,
    memo: string,
  ) => Promise<Result<readonly RevisionRecord[], AppError>>;
  /**
   * Transcribes a recording with the server's provider. Fails with NOT_FOUND while the attachment doesn't
   * exist, and with FAILED_PRECONDITION without a provider.
   */
  readonly transcribe: (
    caller: Caller,
    attachment: string,
    signal: AbortSignalLike | undefined,
  ) => Promise<Result<string, AppError>>;
  /** Links that share a memo, by the rules of the API. */
  readonly shares: {
    list(caller: Caller, memo: string): Promise<Result<SharesAnswer, AppError>>;
    /** Returns the new link only. */
    create(
      caller: Caller,
      memo: string,
      expiresMs: number | null,
    ): Promise<Result<SharesAnswer, AppError>>;
    remove(caller: Caller, memo: string, token: string): Promise<Result<null, AppError>>;
  };
  /** Notifications of the caller's user, by the rules of the API. */
  readonly notifications: {
    /** Returns the newest notifications. */
    list(caller: Caller, pageSize: number): Promise<Result<NotificationsAnswer, AppError>>;
    setStatus(
      caller: Caller,
      ids: readonly string[],
      status: NotificationStatus,
    ): Promise<Result<NotificationsChanged, AppError>>;
    remove(caller: Caller, ids: readonly string[]): Promise<Result<NotificationsChanged, AppError>>;
  };
  /** The user's own access tokens, by the rules of the API. */
  readonly accessTokens: SyncAccessTokens;
  /** The user's own webhooks, by the rules of the API. */
  readonly webhooks: SyncWebhooks;
  /** Connecting another device of the user. */
  readonly pairing: SyncPairing;
  readonly revokeDevice: (caller: Caller, id: string) => Promise<Result<null, AppError>>;
  /** Renames the device of the request. */
  readonly renameDevice: (caller: Caller, name: string) => Promise<Result<null, AppError>>;
  /**
   * Yields scopes that moved; ends when the credential becomes invalid. Returns null if too many streams are
   * open.
   */
  readonly pokes: (
    caller: Caller,
    signal: AbortSignalLike | undefined,
  ) => AsyncGenerator<Scope[]> | null;
  /**
   * Yields the other editors of the caller's account that have the memo open, and adds this editor to them
   * meanwhile. Ends when the credential becomes invalid. Returns null if too many streams are open.
   */
  readonly carets: (
    caller: Caller,
    editor: CaretEditor,
    signal: AbortSignalLike | undefined,
  ) => AsyncGenerator<readonly OtherEditor[]> | null;
  /** Shows the editor's caret to the others. Returns false if the editor doesn't have the memo open. */
  readonly moveCaret: (caller: Caller, move: CaretMove) => Result<boolean, AppError>;
}
