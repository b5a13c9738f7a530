import type { Scope } from "../../model/scope.ts";

/** What a commit tells those who may wait for it in another process: an effect like any other. */
export type CommitSignal =
  /** A server's feed has more in these scopes, or a user has other notifications (`inboxScope`). */
  | { readonly kind: "scopes-moved"; readonly scopes: readonly Scope[] }
  /** Memos wait to be refed, because what they refer to came into sight or left it. */
  | { readonly kind: "referrers-due" }
  /** The log of events has more. */
  | { readonly kind: "events-logged" }
  /** Deliveries to webhooks were written or moved. */
  | { readonly kind: "deliveries-due" }
  /**
   * An account, a session, a token or a membership is not what it was. `ended`: ids of the sessions
   * and tokens that are no more, for the streams that they hold open.
   */
  | { readonly kind: "credentials-changed"; readonly ended: readonly string[] }
  /** A setting of the instance is another. */
  | { readonly kind: "settings-changed" };

/** Something was committed, in whichever process. */
export type Signal =
  | CommitSignal
  /** Some may have been missed: as if every other signal had come. */
  | { readonly kind: "everything-moved" };

/**
 * Wakes whoever waits for what is committed, in any of the processes that share a database. What there
 * is they read themselves: a signal may come twice, late, or together with others, but never before its
 * commit, and none is left out but for `everything-moved`, which stands for it.
 */
export interface Signals {
  /** Calls `listener` with signals, one at least. It does little, and waits for nothing. Returns the way to stop. */
  listen(listener: (signals: readonly Signal[]) => void): () => void;
  /**
   * Whether listeners hear of everything on the turn of its commit, as where one process alone commits:
   * `catchUp` then has nothing to wait for.
   */
  readonly hearsAtOnce: boolean;
  /**
   * Resolves once listeners have heard of each change of credentials and of settings that was committed
   * before this was called, in whichever process: who remembers them asks for it before going by that.
   * Rejects with a `StorageError` where that cannot be known.
   */
  catchUp(): Promise<void>;
}

/** Whether signals are of a kind, or stand for it. */
export function hasSignal(signals: readonly Signal[], kind: CommitSignal["kind"]): boolean {
  return signals.some((signal) => signal.kind === kind || signal.kind === "everything-moved");
}
