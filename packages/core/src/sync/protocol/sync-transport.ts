import type {
  Hello,
  PullRequest,
  PullResponse,
  PushRequest,
  PushResponse,
  SnapshotRequest,
  SnapshotResponse,
} from "./messages.ts";

/** Calls of the sync protocol, over any transport. They reject if the transport fails. */
export interface SyncTransport {
  hello(): Promise<Hello>;
  push(request: PushRequest): Promise<PushResponse>;
  pull(request: PullRequest): Promise<PullResponse>;
  /** Absent if the transport only supports pulls; a first sync then pulls from the beginning. */
  snapshot?(request: SnapshotRequest): Promise<SnapshotResponse>;
}
