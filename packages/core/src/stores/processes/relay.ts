/**
 * Says to the other processes that share a database what is kept nowhere: how something is now. It may be
 * lost, so that whoever needs it says it again now and then.
 */
export interface Relay {
  /** The others hear it soon, after what was said before. A few hundred bytes at most. */
  say(text: string): void;
  /** `from` names the process that says something. Returns the way to stop. */
  listen(listener: RelayListener): () => void;
}

export interface RelayListener {
  heard(text: string, from: string): void;
  /** One is heard from here on: what others said before may have been missed, and what was said to them. */
  joined(): void;
}
