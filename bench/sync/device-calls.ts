/** A server and an account on it. */
export interface Account {
  readonly url: string;
  readonly username: string;
  readonly password: string;
}

/** One first sync, as the device saw it. Times from the moment at which it was asked to connect. */
export interface FirstSync {
  /** Until the list gave the 200 newest memos. */
  readonly usableMs: number;
  /** Until every row is listed, filtered and found. */
  readonly completeMs: number;
  /** How long a search took that read every text, while no index had any. */
  readonly searchMs: number;
  /** Until every text is in the index, but for the time of that search. */
  readonly indexedMs: number;
  /** Of every write made on the device meanwhile: from when it was due to its answer. */
  readonly writesMs: readonly number[];
  /** What the device's sockets read and wrote, headers and all. */
  readonly wireBytes: number;
  /** Processor time of the device's process, all threads. */
  readonly cpuMs: number;
}

/** What a device in a process of its own can be asked for. */
export interface DeviceCalls {
  /** Connects a new profile and waits until it is synced. */
  connect(account: Account): Promise<void>;
  /** Connects a new profile to an account of so many memos, writing a memo ten times a second. */
  firstSync(account: Account, memos: number): Promise<FirstSync>;
  /** Pauses, and makes so many operations: memos, edits of their texts, pins. */
  fillOutbox(operations: number): Promise<void>;
  /** Goes on, and gives the milliseconds until nothing waits. */
  drain(): Promise<number>;
  write(content: string): Promise<string>;
  /** Opens the editor's session of a memo. */
  edit(id: string): Promise<void>;
  /** Types at the end of the memo that is edited; gives the moment of the keystroke. */
  type(text: string): Promise<number>;
  /** The moment at which the session of the memo held a text. */
  whenSeen(text: string): Promise<number>;
}

/** Milliseconds on a clock that all processes of this machine share. */
export function sharedNowMs(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}
