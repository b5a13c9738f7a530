/** What an event stream announces. */
export const eventTypes = [
  "memo.created",
  "memo.updated",
  "memo.deleted",
  "memo.comment.created",
  "reaction.upserted",
  "reaction.deleted",
  "notification.created",
] as const;
export type EventType = (typeof eventTypes)[number];

export interface NewEvent {
  readonly type: EventType;
  /** Resource name of what it is about. */
  readonly name: string;
  /** Resource name of the memo that it hangs on or announces, or null. */
  readonly parent: string | null;
  /** Id of the memo that a reader must still be able to read; null when the scopes say it all. */
  readonly memo: string | null;
  /** Scopes of the feed whose readers hear of it, and those of them whose readers do not. */
  readonly scopes: readonly string[];
  readonly exceptScopes: readonly string[];
  readonly atMs: number;
}

export interface EventRecord extends NewEvent {
  /** Ascends in the order of the changes, with gaps. */
  readonly id: number;
}

/** The newest events, in the order in which they happened. */
export interface EventReader {
  /** Events after an id, oldest first. */
  page(afterId: number, limit: number): Promise<EventRecord[]>;
  /** Id of the newest event that there ever was; 0 before the first. */
  headId(): Promise<number>;
  /** Id of the oldest event that is still kept; 1 before the first. */
  firstId(): Promise<number>;
}

export interface EventStore extends EventReader {
  /** Keeps the newest 10,000 and drops older ones. */
  add(event: NewEvent): Promise<void>;
}
