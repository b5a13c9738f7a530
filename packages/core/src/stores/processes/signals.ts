import type { Scope } from "../../model/scope.ts";

/** Commit effect that is also sent to other processes. */
export type CommitSignal =
  /** The feed has new rows in these scopes, or a user's notifications changed (`inboxScope`). */
  | { readonly kind: "scopes-moved"; readonly scopes: readonly Scope[] }
  /** Memos are due to be refed, because a memo they link to became visible or hidden. */
  | { readonly kind: "referrers-due" }
  /** The event log has new entries. */
  | { readonly kind: "events-logged" }
  /** Deliveries to webhooks were added or rescheduled. */
  | { readonly kind: "deliveries-due" }
  /**
   * An account, session, token or membership changed. `ended`: ids of the sessions and tokens that ended,
   * used to close their open streams.
   */
  | { readonly kind: "credentials-changed"; readonly ended: readonly string[] }
  /** A setting of the instance changed. */
  | { readonly kind: "settings-changed" };

/** Signal of a commit in any process. */
export type Signal =
  | CommitSignal
  /** Sent if signals may have been missed. Stands for every other signal. */
  | { readonly kind: "everything-moved" };

/**
 * Notifies listeners about commits in any of the processes that share a database. Signals carry no data;
 * listeners read it. A signal may arrive twice, late, or merged with others, but never before its commit.
 * None is dropped unless `everything-moved` replaces it.
 */
export interface Signals {
  /**
   * Calls `listener` with one or more signals. It must be quick and not wait. Returns a function that
   * unsubscribes.
   */
  listen(listener: (signals: readonly Signal[]) => void): () => void;
  /**
   * True if listeners are notified on the same turn as the commit, as with a single process. `catchUp` then
   * resolves at once.
   */
  readonly hearsAtOnce: boolean;
  /**
   * Resolves once listeners were notified of all changes of credentials and settings committed in any process
   * before the call. Callers that cache them await this before using the cache. Rejects with a `StorageError`
   * if that can't be determined.
   */
  catchUp(): Promise<void>;
}

/** Returns true if the signals include the kind or `everything-moved`. */
export function hasSignal(signals: readonly Signal[], kind: CommitSignal["kind"]): boolean {
  return signals.some((signal) => signal.kind === kind || signal.kind === "everything-moved");
}
