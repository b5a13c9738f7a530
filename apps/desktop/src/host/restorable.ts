import type { BackupFailure } from "@tidemark/core/router";
import type { OpenReplica } from "@tidemark/replica";
import { deferredApp } from "./deferred-app.ts";

/** What is done while nothing has the database open. */
type Between = (signal: AbortSignal) => Promise<void>;

export interface Place {
  /** Has what is open closed, does this, and opens what is there then. */
  readonly replace: (between: Between) => void;
  /** Why what was to be done between did not come about. */
  readonly failure: BackupFailure | null;
}

export interface PlacesOptions<Opened extends OpenReplica> {
  readonly open: (place: Place) => Promise<Opened>;
  readonly failureOf: (error: unknown) => BackupFailure;
  readonly log: (line: string) => void;
}

/** A profile whose database may be replaced while it is served: what is asked meanwhile waits. */
export async function openInPlaces<Opened extends OpenReplica>(
  options: PlacesOptions<Opened>,
): Promise<Opened> {
  const closing = new AbortController();
  /** What is asked waits for it, while nothing is open. */
  let gate: Promise<void> | null = null;
  let replacing: Promise<void> = Promise.resolve();

  async function replaceBy(between: Between): Promise<void> {
    // Pages bring what was typed in them to safety first: it is backed up too.
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
      // Another start says why it cannot be opened.
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
    // What asks for it ends with the profile.
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
