/** A server and an account on it. */
export interface Account {
  readonly url: string;
  readonly username: string;
  readonly password: string;
}

/** A first sync, as seen by the device. Times count from the request to connect. */
export interface FirstSync {
  /** Time until the list had the 200 newest memos. */
  readonly usableMs: number;
  /** Time until every row can be listed, filtered and found. */
  readonly completeMs: number;
  /** Duration of a search that scanned every text before any was indexed. */
  readonly searchMs: number;
  /** Time until every text is indexed, without the time of that search. */
  readonly indexedMs: number;
  /** Latency of each write made on the device meanwhile, from its due time to its response. */
  readonly writesMs: readonly number[];
  /** Bytes that the device's sockets read and wrote, including headers. */
  readonly wireBytes: number;
  /** Processor time of the device's process, all threads. */
  readonly cpuMs: number;
}

/** Calls to a device in another process. */
export interface DeviceCalls {
  /** Connects a new profile and waits until it is synced. */
  connect(account: Account): Promise<void>;
  /** Connects a new profile to an account with `memos` memos, while writing a memo ten times a second. */
  firstSync(account: Account, memos: number): Promise<FirstSync>;
  /** Pauses syncing, and makes a number of operations: memos, edits, pins. */
  fillOutbox(operations: number): Promise<void>;
  /** Resumes syncing, and returns the milliseconds until the outbox is empty. */
  drain(): Promise<number>;
  write(content: string): Promise<string>;
  /** Opens an editing session of a memo. */
  edit(id: string): Promise<void>;
  /** Types at the end of the edited memo; returns the time of the keystroke. */
  type(text: string): Promise<number>;
  /** Returns the time at which the session of the memo contained a text. */
  whenSeen(text: string): Promise<number>;
}

/** Returns the milliseconds of a clock that all processes of this machine share. */
export function sharedNowMs(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}
