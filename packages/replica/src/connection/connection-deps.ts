import type { DeviceDatabase } from "@tidemark/core";
import type { BlobStore } from "@tidemark/core/attachment";
import type { BlobSync, DeviceSync } from "@tidemark/core/sync/device";
import type { Inbox } from "../inbox/inbox.ts";
import type { DeviceName } from "../platform/device-name.ts";
import type { Platform } from "../platform/platform.ts";

export interface ConnectionDeps {
  readonly database: DeviceDatabase;
  readonly sync: DeviceSync;
  readonly blobs: BlobStore;
  readonly blobSync: BlobSync;
  readonly name: DeviceName;
  readonly machine: Pick<
    Platform,
    "gzip" | "pause" | "secrets" | "EventSource" | "pageOrigin" | "isInMemory"
  >;
  readonly inbox: Pick<Inbox, "use" | "heard" | "close">;
  readonly onStatus: () => void;
  readonly log: (line: string) => void;
  readonly nowMs: () => number;
  /** Removes everything from this device. */
  readonly wipe: () => Promise<void>;
}
