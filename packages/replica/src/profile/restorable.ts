import type { BackupFailure } from "@tidemark/core/router";
import { deferredApp } from "./deferred-app.ts";
import type { OpenReplica } from "./open-replica.ts";

/** Callback that runs while the database is closed. */
type Between = (signal: AbortSignal) => Promise<void>;

export interface Place {
  /** Closes the profile, runs the callback, and reopens the profile. */
  readonly replace: (between: Between) => void;
  /** Error of the last callback, or null if it succeeded. */
  readonly failure: BackupFailure | null;
}

export interface PlacesOptions<Opened extends OpenReplica> {
  readonly open: (place: Place) => Promise<Opened>;
  readonly failureOf: (error: unknown) => BackupFailure;
  readonly log: (line: string) => void;
}

/** Opens a profile whose database can be replaced while it is served. Calls made meanwhile wait. */
export async function openInPlaces<Opened extends OpenReplica>(
  options: PlacesOptions<Opened>,
): Promise<Opened> {
  const closing = new AbortController();
  /** Pending while nothing is open; calls wait for it. */
  let gate: Promise<void> | null = null;
  let replacing: Promise<void> = Promise.resolve();

  async function replaceBy(between: Between): Promise<void> {
    // Pages save unsaved edits first, so the backup includes them.
    await current.lastWords(true);
    if (closing.signal.aborted) return;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    promise.catch(() => undefined);
    gate = promise;
    try {
      await current.close();
      const failure = await doneBetween(between);
      closing.signal.throwIfAborted();
      current = await options.open({ replace, failure });
      gate = null;
      resolve();
    } catch (error) {
      reject(error);
      if (closing.signal.aborted) return;
      // The next start reports why the profile can't be opened.
      options.log(`restore: ${error instanceof Error ? (error.stack ?? "") : String(error)}`);
    }
  }

  async function doneBetween(between: Between): Promise<BackupFailure | null> {
    try {
      await between(closing.signal);
      return null;
    } catch (error) {
      return options.failureOf(error);
    }
  }

  function replace(between: Between): void {
    // Runs in the background: the caller is part of the profile that gets closed.
    replacing = Promise.resolve().then(() => replaceBy(between));
  }

  let current = await options.open({ replace, failure: null });
  return {
    ...current,
    app: deferredApp(
      () => current.app,
      () => gate,
    ),
    async files(request) {
      await gate;
      return current.files(request);
    },
    async currentServices() {
      await gate;
      return current.services;
    },
    eraseDeleted: () => current.eraseDeleted(),
    async lastWords(isRestoring) {
      if (gate === null) await current.lastWords(isRestoring);
    },
    async close() {
      if (closing.signal.aborted) return;
      closing.abort(new Error("the profile is closed"));
      await replacing;
      if (gate === null) await current.close();
    },
  };
}
