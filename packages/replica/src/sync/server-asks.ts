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
import { askTranscript } from "./ask-transcript.ts";
import { busyError, isTimeOut, lateServer } from "./busy-server.ts";
import { connectError } from "./connect-error.ts";
import { fetchServerRevisions } from "./server-revisions.ts";
import { askAccessTokens, askPairing, askWebhooks, type SettledAsk } from "./server-credentials.ts";
import { createShare, listShares, revokeShare } from "./server-shares.ts";
import type { Session } from "./session.ts";
import { refusalIn, type SyncClient } from "./sync-client.ts";

export interface ServerAsksDeps {
  /** null while signed out. */
  readonly session: () => Session | null;
  /** null also while the last that was heard of the server is that it cannot be reached. */
  readonly reachable: () => Session | null;
  readonly hasServer: () => boolean;
  readonly log: (line: string) => void;
}

/** What is the server's alone: nothing of it is kept on the device. */
export interface ServerAsks {
  /** What is said in a recording, as the server has it written down. */
  transcribe(
    attachment: string,
    signal: AbortSignalLike | undefined,
  ): Promise<Result<string, TranscriptRefusal>>;
  /** Earlier texts of a memo that the server keeps; none where it cannot be asked now. */
  revisions(memo: string): Promise<readonly RevisionRecord[]>;
  /** The user's devices, as the server knows them. */
  devices(): Promise<Result<SyncDevice[], AppError>>;
  revokeDevice(id: string): Promise<Result<null, AppError>>;
  /** The links that share memos. */
  readonly shares: AppShares;
  readonly accessTokens: AppAccessTokens;
  readonly webhooks: AppWebhooks;
  readonly pairing: AppPairing;
  /**
   * Does work that asks what the server says of the user's own memos. RESOURCE_EXHAUSTED where it has too
   * much to do for that.
   */
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

  /** What the server refuses by its rules is an answer like what it allows. */
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
      return session === null ? err("offline") : askTranscript(session.client, attachment, signal);
    },
    async revisions(memo) {
      const session = deps.reachable();
      if (session === null) return [];
      try {
        const { client, serverUrl: url, token } = session;
        return await fetchServerRevisions({ client, url, token }, memo);
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
          // It was there for the sync right before.
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
