import type { DeviceDatabase } from "@tidemark/core";
import type { BlobStore } from "@tidemark/core/attachment";
import type { BlobSync, DeviceSync } from "@tidemark/core/sync/device";
import { fileLimitBytes } from "../files/host-storage.ts";
import type { Platform } from "../platform/platform.ts";
import { createBlobClient } from "./blob-client.ts";
import { BlobLoop } from "./blob-loop.ts";
import { createSyncClient, type SyncClient } from "./sync-client.ts";
import type { ServerCredential } from "./credential.ts";
import { SyncLoop, type SyncLoopDeps } from "./sync-loop.ts";

/** A session at a server, with everything that runs while the profile is signed in. */
export interface Session {
  readonly serverUrl: string;
  readonly credential: ServerCredential;
  readonly client: SyncClient;
  readonly loop: SyncLoop;
  readonly files: BlobLoop;
  /** Aborts file transfers and all calls of the client. */
  endFiles(): Promise<void>;
  /** Stops everything. The session at the server stays. */
  end(): Promise<void>;
}

export interface SessionDeps extends Pick<
  SyncLoopDeps,
  | "sync"
  | "onStatus"
  | "onHeard"
  | "onSynced"
  | "log"
  | "note"
  | "onRevoked"
  | "onSignedOut"
  | "nowMs"
> {
  readonly sync: DeviceSync;
  readonly database: DeviceDatabase;
  readonly blobs: BlobStore;
  readonly blobSync: BlobSync;
  readonly machine: Pick<Platform, "gzip" | "pause" | "EventSource" | "isInMemory">;
}

/** Creates a session; `loop.start` starts it. */
export function createSession(
  deps: SessionDeps,
  server: {
    readonly serverUrl: string;
    readonly credential: ServerCredential;
    readonly isPaused: boolean;
  },
): Session {
  const { sync, database, blobs, blobSync, machine, onStatus, log, note, onRevoked, nowMs } = deps;
  const { serverUrl, credential, isPaused } = server;
  const cut = new AbortController();
  const client = createSyncClient({ serverUrl, credential, machine, signal: cut.signal });
  const files = new BlobLoop({
    blobSync,
    transport: createBlobClient({
      serverUrl,
      credential,
      blobs,
      lackingBlobs: (hashes) => client.lackingBlobs(hashes),
      signal: cut.signal,
    }),
    cacheBytes: async () => (machine.isInMemory === true ? null : fileLimitBytes(database)),
    onEnqueued: () => loop.wrote(),
    onStatus,
    log,
    random: Math.random,
  });
  const loop: SyncLoop = new SyncLoop(
    {
      sync,
      client,
      serverUrl,
      onStatus,
      ...(deps.onHeard !== undefined && { onHeard: deps.onHeard }),
      onSynced() {
        files.synced();
        deps.onSynced();
      },
      log,
      note,
      onRevoked,
      onSignedOut: deps.onSignedOut,
      nowMs,
      random: Math.random,
    },
    { isPaused },
  );

  async function endFiles(): Promise<void> {
    cut.abort(new Error("the connection ends"));
    await files.stop();
  }

  return {
    serverUrl,
    credential,
    client,
    loop,
    files,
    endFiles,
    async end() {
      const stopped = loop.stop();
      // This aborts the loop's requests too: an unresponsive server must not delay the end.
      await endFiles();
      await stopped;
    },
  };
}
