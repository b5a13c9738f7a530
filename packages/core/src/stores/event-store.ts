/** Types of events in the event stream. */
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
  /** Resource name of the event's subject. */
  readonly name: string;
  /** Resource name of the memo that the subject belongs to or announces, or null. */
  readonly parent: string | null;
  /** Id of the memo that a reader must still be able to read; null if checking scopes is enough. */
  readonly memo: string | null;
  /** Feed scopes whose readers receive the event. Readers of an `exceptScopes` scope don't. */
  readonly scopes: readonly string[];
  readonly exceptScopes: readonly string[];
  readonly atMs: number;
}

export interface EventRecord extends NewEvent {
  /** Increases in the order of the changes, with gaps. */
  readonly id: number;
}

/** Newest events, in the order in which they happened. */
export interface EventReader {
  /** Returns events after an id, oldest first. */
  page(afterId: number, limit: number): Promise<EventRecord[]>;
  /** Returns the highest id ever assigned; 0 before the first event. */
  headId(): Promise<number>;
  /** Returns the id of the oldest stored event; 1 before the first event. */
  firstId(): Promise<number>;
}

export interface EventStore extends EventReader {
  /** Adds an event. Stores the newest 10,000 and deletes older ones. */
  add(event: NewEvent): Promise<void>;
}
