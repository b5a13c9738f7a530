import type {
  Hello,
  PullRequest,
  PullResponse,
  PushRequest,
  PushResponse,
  SnapshotRequest,
  SnapshotResponse,
} from "./messages.ts";

/** The calls of the sync protocol, over whatever carries them. They reject when it fails. */
export interface SyncTransport {
  hello(): Promise<Hello>;
  push(request: PushRequest): Promise<PushResponse>;
  pull(request: PullRequest): Promise<PullResponse>;
  /** Absent where only pulls are carried: then a first sync is a pull from the beginning. */
  snapshot?(request: SnapshotRequest): Promise<SnapshotResponse>;
}
