import { appError, type AppError, err, ok, type Result, type RevisionRecord } from "@tidemark/core";
import type {
  AbortSignalLike,
  AppAccessTokens,
  AppPairing,
  AppShares,
  AppWebhooks,
  SyncDevice,
  TranscriptRefusal,
} from "@tidemark/core/router";
import { requestTranscript } from "./request-transcript.ts";
import { busyError, isTimeOut, lateServer } from "./busy-server.ts";
import { connectError } from "./connect-error.ts";
import { fetchServerRevisions } from "./server-revisions.ts";
import { askAccessTokens, askPairing, askWebhooks, type SettledAsk } from "./server-credentials.ts";
import { createShare, listShares, revokeShare } from "./server-shares.ts";
import type { Session } from "./session.ts";
import { refusalIn, type SyncClient } from "./sync-client.ts";

export interface ServerAsksDeps {
  /** Returns the session; null while signed out. */
  readonly session: () => Session | null;
  /** Returns the session; null also if the server was unreachable last time. */
  readonly reachable: () => Session | null;
  readonly hasServer: () => boolean;
  readonly log: (line: string) => void;
}

/** Requests for data that only the server has; the device stores none of it. */
export interface ServerAsks {
  /** Returns the server's transcript of a recording. */
  transcribe(
    attachment: string,
    signal: AbortSignalLike | undefined,
  ): Promise<Result<string, TranscriptRefusal>>;
  /** Returns the server's revisions of a memo; empty if it can't be reached now. */
  revisions(memo: string): Promise<readonly RevisionRecord[]>;
  devices(): Promise<Result<SyncDevice[], AppError>>;
  revokeDevice(id: string): Promise<Result<null, AppError>>;
  readonly shares: AppShares;
  readonly accessTokens: AppAccessTokens;
  readonly webhooks: AppWebhooks;
  readonly pairing: AppPairing;
  /** Runs work that requests digests of the user's memos. RESOURCE_EXHAUSTED if the server is overloaded. */
  compare<T>(work: (ask: SyncClient["digest"]) => Promise<T>): Promise<Result<T, AppError>>;
}

export function createServerAsks(deps: ServerAsksDeps): ServerAsks {
  const asked = async <T>(
    ask: (client: SyncClient, serverUrl: string) => Promise<T>,
  ): Promise<Result<T, AppError>> => {
    const session = deps.session();
    if (session === null) {
      return err(appError("FAILED_PRECONDITION", "This profile is not connected."));
    }
    try {
      return ok(await ask(session.client, session.serverUrl));
    } catch (error) {
      return err(connectError(error, session.serverUrl));
    }
  };

  /** Runs a request. Refusals by the server's rules are results, not failures. */
  const settled: SettledAsk = async (ask) => {
    const answered = await asked(async (client) => {
      try {
        return ok(await ask(client));
      } catch (error) {
        const refusal = refusalIn(error);
        if (refusal === null) throw error;
        return err(refusal);
      }
    });
    return answered.ok ? answered.value : answered;
  };

  return {
    async transcribe(attachment, signal) {
      const session = deps.reachable();
      return session === null
        ? err("offline")
        : requestTranscript(session.client, attachment, signal);
    },
    async revisions(memo) {
      const session = deps.reachable();
      if (session === null) return [];
      try {
        const { client, serverUrl: url, credential } = session;
        return await fetchServerRevisions({ client, url, credential }, memo);
      } catch (error) {
        deps.log(`revisions: ${error instanceof Error ? error.message : String(error)}`);
        return [];
      }
    },
    async compare(work) {
      const compared = await asked(async (client) => {
        try {
          return ok(await work((request) => client.digest(request)));
        } catch (error) {
          // The server was reachable for the sync just before.
          if (isTimeOut(error)) return err(busyError(lateServer));
          throw error;
        }
      });
      return compared.ok ? compared.value : compared;
    },
    devices: () => asked((client) => client.devices()),
    revokeDevice: (id) =>
      asked(async (client) => {
        await client.revokeDevice(id);
        return null;
      }),
    accessTokens: askAccessTokens(settled),
    webhooks: askWebhooks(settled),
    pairing: askPairing(settled, () => deps.session()?.serverUrl ?? null),
    shares: {
      async list(memo) {
        if (!deps.hasServer()) return ok({ state: "no-server" });
        return asked((client, serverUrl) => listShares({ client, serverUrl }, memo));
      },
      async create(memo, expiresMs) {
        const made = await asked((client, serverUrl) =>
          createShare({ client, serverUrl }, memo, expiresMs),
        );
        return made.ok ? made.value : made;
      },
      async revoke(memo, token) {
        const ended = await asked((client, serverUrl) =>
          revokeShare({ client, serverUrl }, memo, token),
        );
        return ended.ok ? ended.value : ended;
      },
    },
  };
}
