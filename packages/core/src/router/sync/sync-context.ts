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

/** What the router needs of the server's access tokens. */
export interface SyncAccessTokens {
  list(caller: Caller): Outcome<AccessTokensAnswer>;
  create(caller: Caller, wanted: WantedAccessToken): Outcome<MadeAccessToken>;
  revoke(caller: Caller, id: string): Outcome<null>;
}

/** What the router needs of the server's webhooks. */
export interface SyncWebhooks {
  list(caller: Caller): Outcome<WebhooksAnswer>;
  create(caller: Caller, wanted: WantedWebhook): Outcome<WireWebhook>;
  update(caller: Caller, id: string, changes: WebhookChanges): Outcome<WireWebhook>;
  remove(caller: Caller, id: string): Outcome<null>;
  secret(caller: Caller, id: string): Outcome<string>;
  deliveries(caller: Caller, id: string): Outcome<readonly WireDelivery[]>;
  /** The delivery that was begun, here and below. */
  test(caller: Caller, id: string): Outcome<WireDelivery>;
  sendAgain(caller: Caller, id: string, delivery: string): Outcome<WireDelivery>;
}

/** What the router needs of the server's codes for devices. */
export interface SyncPairing {
  begin(caller: Caller): Outcome<WirePairing>;
  state(caller: Caller, id: string): Promise<WirePairingState>;
  cancel(caller: Caller, id: string): Outcome<null>;
  /** Opens a session for whoever has a code. */
  redeem(input: { readonly code: string; readonly device: string }): Outcome<RedeemedPairing>;
}

/** What the sync router needs of the server that mounts it. */
export interface SyncContext {
  readonly sync: SyncServer;
  /** Who the request's credential names; null without one. */
  readonly caller: Caller | null;
  /** Why a credential was refused, when it was. */
  readonly refusal: AppError | null;
  readonly signIn: (input: {
    username: string;
    password: string;
    device: string;
  }) => Promise<Result<{ token: string; user: UserReference }, AppError>>;
  readonly signOut: () => Promise<void>;
  /** Those of the hashes whose content the caller has to send. */
  readonly lackingBlobs: (caller: Caller, hashes: readonly string[]) => Promise<string[]>;
  /** What the caller's own memos say, as hashes, a piece at a time. */
  readonly digest: (
    caller: Caller,
    request: DigestRequest,
  ) => Promise<Result<DigestAnswer, AppError>>;
  /** The devices that the caller's user is signed in on, last seen first. */
  readonly devices: (caller: Caller) => Promise<SyncDevice[]>;
  /** Newest first, by the rules of the API: NOT_FOUND, or PERMISSION_DENIED for another's memo. */
  readonly revisions: (
    caller: Caller,
    memo: string,
  ) => Promise<Result<readonly RevisionRecord[], AppError>>;
  /**
   * What is said in a recording, by the server's provider. NOT_FOUND while the attachment is not there,
   * FAILED_PRECONDITION without a provider.
   */
  readonly transcribe: (
    caller: Caller,
    attachment: string,
    signal: AbortSignalLike | undefined,
  ) => Promise<Result<string, AppError>>;
  /** The links that share a memo, by the rules of the API. */
  readonly shares: {
    list(caller: Caller, memo: string): Promise<Result<SharesAnswer, AppError>>;
    /** The one that was made. */
    create(
      caller: Caller,
      memo: string,
      expiresMs: number | null,
    ): Promise<Result<SharesAnswer, AppError>>;
    remove(caller: Caller, memo: string, token: string): Promise<Result<null, AppError>>;
  };
  /** What others did that the caller's user is to hear of, by the rules of the API. */
  readonly notifications: {
    /** The newest. */
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
  /** Letting another device of the user's in. */
  readonly pairing: SyncPairing;
  readonly revokeDevice: (caller: Caller, id: string) => Promise<Result<null, AppError>>;
  /** Renames the device that asks. */
  readonly renameDevice: (caller: Caller, name: string) => Promise<Result<null, AppError>>;
  /** Yields the scopes that moved; ends when the credential does. null: too many are open. */
  readonly pokes: (
    caller: Caller,
    signal: AbortSignalLike | undefined,
  ) => AsyncGenerator<Scope[]> | null;
  /**
   * Yields which other editors of the caller's account have the memo open; the editor is one of them
   * meanwhile. Ends when the credential does. null: too many are open.
   */
  readonly carets: (
    caller: Caller,
    editor: CaretEditor,
    signal: AbortSignalLike | undefined,
  ) => AsyncGenerator<readonly OtherEditor[]> | null;
  /** Shows them where its caret is; false: it is not one of them. */
  readonly moveCaret: (caller: Caller, move: CaretMove) => Result<boolean, AppError>;
}
