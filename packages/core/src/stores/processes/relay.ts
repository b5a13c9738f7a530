/**
 * Broadcasts transient state to the other processes that share a database. The state is stored nowhere and
 * messages may be lost, so senders repeat them periodically.
 */
export interface Relay {
  /** Sends a text of a few hundred bytes at most to the others soon. Order is preserved. */
  say(text: string): void;
  /**
   * Subscribes to messages; `from` is the name of the sending process. Returns a function that unsubscribes.
   */
  listen(listener: RelayListener): () => void;
}

export interface RelayListener {
  heard(text: string, from: string): void;
  /** Called when the connection is established. Earlier messages in both directions may have been lost. */
  joined(): void;
}
