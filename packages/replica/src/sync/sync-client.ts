import {
  createTRPCClient,
  httpLink,
  httpSubscriptionLink,
  splitLink,
  TRPCClientError,
} from "@trpc/client";
import { type AppError, type RevisionRecord, StorageError } from "@tidemark/core";
import type { SyncDevice, SyncRouter } from "@tidemark/core/router";
import { otherEditorsSchema } from "@tidemark/core/carets";
import { createDeriveAhead, inParts } from "@tidemark/core/sync/device";
import {
  accessTokensAnswerSchema,
  deliveriesAnswerSchema,
  type DigestAnswer,
  digestAnswerSchema,
  type DigestRequest,
  type MadeAccessToken,
  madeAccessTokenSchema,
  madePairingSchema,
  maxNotifications,
  notificationsAnswerSchema,
  pairingStateSchema,
  redeemedPairingSchema,
  revisionsAnswerSchema,
  type SharesAnswer,
  sharesAnswerSchema,
  type SyncTransport,
  transcribeAnswerSchema,
  type WantedAccessToken,
  type WantedWebhook,
  type WebhookChanges,
  webhooksAnswerSchema,
  webhookSecretSchema,
  type WireAccessToken,
  type WireDelivery,
  wireDeliverySchema,
  type WirePairing,
  type WirePairingState,
  type WireWebhook,
  wireWebhookSchema,
} from "@tidemark/core/sync/protocol";
import type { Platform } from "../platform/platform.ts";
import type { InboxServer } from "../inbox/inbox.ts";
import { busyServerOf, unlessBusy } from "./busy-server.ts";
import type { CaretServer } from "./caret-meetings.ts";
import { cookiesWith, headersOf, type ServerCredential } from "./credential.ts";
import { RedirectRefused, serverFetch } from "./server-fetch.ts";
import type { UserReference } from "@tidemark/core/names";
import type { Scope } from "@tidemark/core/model";

const timeoutMs = 30_000;
/** Timeout of a request for revisions; the user waits for the list. */
const revisionsTimeoutMs = 3_000;
/** Timeout of a transcription; longer than the server waits for its provider. */
const transcribeTimeoutMs = 150_000;
/** Size in bytes from which bodies are compressed; shorter ones fit into one packet anyway. */
const compressFromBytes = 1_024;
/** Number of rows per part: about 15 ms of work on a desktop, which delays a keystroke. */
const rowsAtOnce = 75;

/** Kinds of failed calls, by how the device reacts. */
export type SyncFailure =
  | { readonly type: "unreachable"; readonly message: string }
  /** The session ended, or name or password are wrong. */
  | { readonly type: "unauthenticated"; readonly message: string }
  /** The user ended this device's session on another device. */
  | { readonly type: "revoked"; readonly message: string }
  /** The server is overloaded. `retryAfterMs` is the delay that it asked for. */
  | { readonly type: "busy"; readonly message: string; readonly retryAfterMs: number | null }
  /** The server's response was unexpected; retried later. */
  | { readonly type: "server"; readonly message: string }
  /** The device's own database failed; local memos stay readable, and it is retried. */
  | { readonly type: "storage"; readonly message: string };

/** Connection to one server, with a session if there is one. */
export interface SyncClient extends SyncTransport, CaretServer, InboxServer {
  signIn(input: {
    username: string;
    password: string;
    device: string;
  }): Promise<{ token: string; user: UserReference }>;
  /** Opens a session with a code instead of name and password; null if the server is too old. */
  redeemPairing(input: { code: string; device: string }): Promise<{ token: string } | null>;
  signOut(): Promise<void>;
  devices(): Promise<SyncDevice[]>;
  revokeDevice(id: string): Promise<void>;
  /** Renames this device on the server; false if the server is too old. */
  renameDevice(name: string): Promise<boolean>;
  /** Returns the newest revisions of a memo; null if the server is too old. */
  revisions(memo: string): Promise<readonly RevisionRecord[] | null>;
  /** Returns digests of some of the user's memos; null if the server is too old. */
  digest(request: DigestRequest): Promise<DigestAnswer | null>;
  /** Returns the transcript of a recording on the server. */
  transcribe(attachment: string, signal: AbortSignal): Promise<string>;
  /** Returns the share links of a memo; null if the server is too old. */
  shares(memo: string): Promise<SharesAnswer | null>;
  /** Returns the new link; null if the server is too old. */
  createShare(memo: string, expiresMs: number | null): Promise<SharesAnswer | null>;
  /** Revokes a link; false if the server is too old. */
  revokeShare(memo: string, token: string): Promise<boolean>;
  /** Returns access tokens, newest first. Null, here and below: the server is too old. */
  accessTokens(): Promise<readonly WireAccessToken[] | null>;
  createAccessToken(wanted: WantedAccessToken): Promise<MadeAccessToken | null>;
  /** Revokes an access token. False, here and below: the server is too old. */
  revokeAccessToken(id: string): Promise<boolean>;
  /** Returns webhooks, oldest first. */
  webhooks(): Promise<readonly WireWebhook[] | null>;
  createWebhook(wanted: WantedWebhook): Promise<WireWebhook | null>;
  updateWebhook(id: string, changes: WebhookChanges): Promise<WireWebhook | null>;
  removeWebhook(id: string): Promise<boolean>;
  /** Returns the secret that signs deliveries; `""` if they aren't signed. */
  webhookSecret(id: string): Promise<string | null>;
  /** Returns deliveries, newest first. */
  webhookDeliveries(id: string): Promise<readonly WireDelivery[] | null>;
  /** Sends a test delivery. Returns the new delivery, here and below. */
  testWebhook(id: string): Promise<WireDelivery | null>;
  sendDeliveryAgain(webhook: string, delivery: string): Promise<WireDelivery | null>;
  /** Creates a code for another device. */
  beginPairing(): Promise<WirePairing | null>;
  pairingState(id: string): Promise<WirePairingState | null>;
  cancelPairing(id: string): Promise<boolean>;
  /** Returns the hashes whose content is to be sent. */
  lackingBlobs(hashes: readonly string[]): Promise<readonly string[]>;
  /** Subscribes to changed scopes, and to every change of the connection. */
  subscribe(handlers: {
    onPoke: (scopes: readonly Scope[]) => void;
    onConnected: (isConnected: boolean) => void;
  }): () => void;
}

export type SyncClientMachine = Pick<Platform, "gzip" | "pause" | "deriveTexts" | "EventSource">;

export interface SyncClientOptions {
  readonly serverUrl: string;
  /** Credential of the session; null before sign-in. */
  readonly credential: ServerCredential | null;
  readonly machine: SyncClientMachine;
  /** Aborts running calls, which otherwise time out after 30 seconds. */
  readonly signal?: AbortSignal;
}

export function createSyncClient(options: SyncClientOptions): SyncClient {
  const { serverUrl, credential, machine, signal } = options;
  const { deriveTexts, EventSource } = machine;
  const url = `${serverUrl.replace(/\/+$/, "")}/sync`;
  const ofSession = headersOf(credential);
  const credentials = cookiesWith(credential);
  const calls = (answeredWithinMs: number) =>
    httpLink({
      url,
      headers: ofSession,
      fetch: async (input, init) => {
        const answer = await serverFetch(input, {
          ...(await compressed(machine, init as RequestInit)),
          credentials,
          signal: AbortSignal.any([
            AbortSignal.timeout(answeredWithinMs),
            ...(init?.signal ? [init.signal] : []),
            ...(signal === undefined ? [] : [signal]),
          ]),
        });
        return unlessBusy(answer);
      },
    });
  const client = createTRPCClient<SyncRouter>({
    links: [
      splitLink({
        condition: (op) => op.type === "subscription",
        true: httpSubscriptionLink({
          url,
          EventSource,
          eventSourceOptions: () => ({
            fetch: (input: string | URL, init: RequestInit) => {
              const headers = new Headers(init.headers);
              for (const [name, value] of Object.entries(ofSession)) headers.set(name, value);
              return serverFetch(input, { ...init, headers, credentials });
            },
          }),
        }),
        false: splitLink({
          condition: (op) => op.path === "transcribe",
          true: calls(transcribeTimeoutMs),
          false: calls(timeoutMs),
        }),
      }),
    ],
  });
  return {
    ...inParts(
      {
        hello: () => client.hello.query(),
        push: (request) => client.push.mutate(request),
        pull: (request) => client.pull.mutate(request),
        snapshot: (request) => client.snapshot.mutate(request),
      },
      {
        rows: rowsAtOnce,
        pause: () => machine.pause(),
        rowsAhead: deriveTexts && createDeriveAhead(deriveTexts),
      },
    ),
    signIn: (input) => client.signIn.mutate(input),
    async redeemPairing(input) {
      try {
        return redeemedPairingSchema.parse(await client.pairing.redeem.mutate(input));
      } catch (error) {
        // A server that doesn't know the call requires authentication first.
        if (syncFailureOf(error).type === "unauthenticated") return null;
        throw error;
      }
    },
    async signOut() {
      await client.signOut.mutate();
    },
    devices: () => client.devices.query(),
    lackingBlobs: (hashes) => client.lackingBlobs.query({ hashes: [...hashes] }),
    async revisions(memo) {
      try {
        const signal = AbortSignal.timeout(revisionsTimeoutMs);
        const answer = await client.revisions.query({ memo }, { signal });
        return revisionsAnswerSchema.parse(answer).revisions;
      } catch (error) {
        if (!(error instanceof TRPCClientError) || error.data?.code !== "NOT_FOUND") throw error;
        // The memo was never sent. Without an `app` error, the server doesn't know the call.
        return error.data.app?.code === "NOT_FOUND" ? [] : null;
      }
    },
    async digest(request) {
      const answer = await ifKnown(client.digest.query(request));
      return answer === null ? null : digestAnswerSchema.parse(answer.value);
    },
    async transcribe(attachment, given) {
      const answer = await client.transcribe.mutate({ attachment }, { signal: given });
      return transcribeAnswerSchema.parse(answer).text;
    },
    async shares(memo) {
      const answer = await ifKnown(client.shares.query({ memo }));
      return answer === null ? null : sharesAnswerSchema.parse(answer.value);
    },
    async createShare(memo, expiresMs) {
      const answer = await ifKnown(client.createShare.mutate({ memo, expiresMs }));
      return answer === null ? null : sharesAnswerSchema.parse(answer.value);
    },
    revokeShare: async (memo, token) =>
      (await ifKnown(client.revokeShare.mutate({ memo, token }))) !== null,
    async accessTokens() {
      const answer = await ifKnown(client.accessTokens.list.query());
      return answer && accessTokensAnswerSchema.parse(answer.value).tokens;
    },
    async createAccessToken(wanted) {
      const answer = await ifKnown(client.accessTokens.create.mutate(wanted));
      return answer && madeAccessTokenSchema.parse(answer.value);
    },
    revokeAccessToken: async (id) =>
      (await ifKnown(client.accessTokens.revoke.mutate({ id }))) !== null,
    async webhooks() {
      const answer = await ifKnown(client.webhooks.list.query());
      return answer && webhooksAnswerSchema.parse(answer.value).webhooks;
    },
    async createWebhook(wanted) {
      const answer = await ifKnown(client.webhooks.create.mutate(wanted));
      return answer && wireWebhookSchema.parse(answer.value);
    },
    async updateWebhook(id, changes) {
      const answer = await ifKnown(client.webhooks.update.mutate({ id, changes }));
      return answer && wireWebhookSchema.parse(answer.value);
    },
    removeWebhook: async (id) => (await ifKnown(client.webhooks.remove.mutate({ id }))) !== null,
    async webhookSecret(id) {
      const answer = await ifKnown(client.webhooks.secret.mutate({ id }));
      return answer && webhookSecretSchema.parse(answer.value).secret;
    },
    async webhookDeliveries(id) {
      const answer = await ifKnown(client.webhooks.deliveries.query({ id }));
      return answer && deliveriesAnswerSchema.parse(answer.value).deliveries;
    },
    async testWebhook(id) {
      const answer = await ifKnown(client.webhooks.test.mutate({ id }));
      return answer && wireDeliverySchema.parse(answer.value);
    },
    async sendDeliveryAgain(id, delivery) {
      const answer = await ifKnown(client.webhooks.sendAgain.mutate({ id, delivery }));
      return answer && wireDeliverySchema.parse(answer.value);
    },
    async beginPairing() {
      const answer = await ifKnown(client.pairing.begin.mutate());
      return answer && madePairingSchema.parse(answer.value);
    },
    async pairingState(id) {
      const answer = await ifKnown(client.pairing.state.query({ id }));
      return answer && pairingStateSchema.parse(answer.value);
    },
    cancelPairing: async (id) => (await ifKnown(client.pairing.cancel.mutate({ id }))) !== null,
    async notifications() {
      const pageSize = maxNotifications;
      return notificationsAnswerSchema.parse(await client.notifications.list.query({ pageSize }));
    },
    async markNotifications(ids, isRead) {
      const status = isRead ? "ARCHIVED" : "UNREAD";
      await client.notifications.setStatus.mutate({ ids: [...ids], status });
    },
    async removeNotifications(ids) {
      await client.notifications.remove.mutate({ ids: [...ids] });
    },
    async revokeDevice(id) {
      await client.revokeDevice.mutate({ id });
    },
    renameDevice: async (name) => (await ifKnown(client.renameDevice.mutate({ name }))) !== null,
    subscribe({ onPoke, onConnected }) {
      const subscription = client.poke.subscribe(undefined, {
        onData: onPoke,
        onStarted: () => onConnected(true),
        onError: () => onConnected(false),
        onStopped: () => onConnected(false),
        onConnectionStateChange: ({ state }) => {
          if (state === "connecting") onConnected(false);
        },
      });
      return () => subscription.unsubscribe();
    },
    watchCarets(editor, { onOthers, onEnded }) {
      const subscription = client.carets.subscribe(editor, {
        onData(said) {
          const others = otherEditorsSchema.safeParse(said);
          if (others.success) onOthers(others.data);
        },
        onError: (error) => onEnded(isRefusedStream(error)),
        onStopped: () => onEnded(false),
        // Earlier values are outdated while reconnecting.
        onConnectionStateChange({ state }) {
          if (state === "connecting") onOthers([]);
        },
      });
      return () => subscription.unsubscribe();
    },
    async moveCaret(move) {
      await client.moveCaret.mutate(move);
    },
  };
}

/**
 * Returns true if a stream would be refused again: the server is too old for it, or the session has ended.
 */
function isRefusedStream(error: unknown): boolean {
  if (!(error instanceof TRPCClientError)) return false;
  // An error response instead of a stream arrives as an event whose code is the status.
  const status: unknown = error.data?.httpStatus ?? error.shape?.code;
  return typeof status === "number" && status >= 400 && status < 500 && status !== 429;
}

/** Compresses a long body to a third or less. */
async function compressed(
  machine: Pick<Platform, "gzip">,
  init: RequestInit,
): Promise<RequestInit> {
  const { body } = init;
  if (typeof body !== "string" || body.length < compressFromBytes) return init;
  const headers = new Headers(init.headers);
  headers.set("content-encoding", "gzip");
  return { ...init, headers, body: await machine.gzip(body) };
}

/** Returns the result of a call that older servers lack; null for such a server. */
async function ifKnown<T>(call: Promise<T>): Promise<{ readonly value: T } | null> {
  try {
    return { value: await call };
  } catch (error) {
    if (!(error instanceof TRPCClientError) || error.data?.code !== "NOT_FOUND") throw error;
    // With an `app` error, the server doesn't know the subject of the call.
    if (refusalIn(error) !== null) throw error;
    return null;
  }
}

const refusals = new Set([
  "NOT_FOUND",
  "PERMISSION_DENIED",
  "INVALID_ARGUMENT",
  "FAILED_PRECONDITION",
  "RESOURCE_EXHAUSTED",
]);

/** Returns the error with which the server's rules refused a call; null for other failures. */
export function refusalIn(error: unknown): AppError | null {
  if (!(error instanceof TRPCClientError)) return null;
  const { code } = (error.data?.app ?? {}) as { code?: string };
  const isRefusal = refusals.has(code ?? "");
  return isRefusal ? (error.data.app as AppError) : null;
}

/** Returns true if the response isn't from a Tidemark server, such as a web page or another program. */
export function isForeignAnswer(error: unknown): boolean {
  if (!(error instanceof TRPCClientError) || typeof error.data?.httpStatus === "number") {
    return false;
  }
  return error.meta?.["response"] !== undefined || error.cause instanceof SyntaxError;
}

/** Classifies a failed call: a refused sign-in, an unreachable server or a server error. */
export function syncFailureOf(error: unknown): SyncFailure {
  if (error instanceof StorageError) return { type: "storage", message: error.message };
  if (!(error instanceof TRPCClientError)) {
    return { type: "server", message: error instanceof Error ? error.message : String(error) };
  }
  const busy = busyServerOf(error);
  if (busy !== null) return { type: "busy", ...busy };
  if (error.cause instanceof RedirectRefused) {
    return { type: "server", message: error.cause.message };
  }
  const status: unknown = error.data?.httpStatus;
  const app = error.data?.app as { code?: string } | null | undefined;
  if (status === 401 && app?.code === "TOKEN_REVOKED") {
    return { type: "revoked", message: error.message };
  }
  if (status === 401) return { type: "unauthenticated", message: error.message };
  if (typeof status === "number") return { type: "server", message: error.message };
  const isAnswer = error.meta?.["response"] !== undefined;
  return { type: isAnswer ? "server" : "unreachable", message: error.message };
}
