import type { AbortSignalLike, Change } from "@tidemark/core/router";
import { inBackground } from "../platform/background.ts";
import type { Platform } from "../platform/platform.ts";

type Listener = (change: Change) => void;

/** More memos than this in one change come from a sync with many changes. */
const fewMemos = 25;
/** Minimum interval between such changes: each one makes the pages reload whole lists. */
const manyEveryMs = 500;

/** Maximum time for pages to save pending input on close. */
const lastWordsMs = 1000;

/**
 * Notifies subscribers of changes: after the commit for writes. Changes in one turn of the event loop are
 * combined.
 */
export class ChangeHub {
  readonly #machine: Pick<Platform, "pause">;
  readonly #pages = new Set<object>();
  #isClosing = false;
  #onPageLeft: () => void = () => {};
  readonly #listeners = new Set<Listener>();
  #late: Set<string> | "all" = new Set();
  /** Memos whose next write is part of a bulk change. */
  readonly #ofMany = new Set<string>();
  #lateTimer: ReturnType<typeof setTimeout> | null = null;

  constructor(machine: Pick<Platform, "pause">) {
    this.#machine = machine;
  }

  memos(ids: readonly string[] | null): void {
    this.#notify({ memos: ids, sync: false });
  }

  /**
   * Announces changes by a sync: small ones and the first large one immediately, further large ones combined.
   */
  synced(ids: readonly string[] | null): void {
    if (ids !== null && ids.length <= fewMemos) this.memos(ids);
    else if (this.#lateTimer === null) {
      this.memos(ids);
      this.#lateTimer = inBackground(setTimeout(() => this.#notifyLate(), manyEveryMs));
    } else if (ids === null) this.#late = "all";
    else if (this.#late !== "all") for (const id of ids) this.#late.add(id);
  }

  /** Announces a write of this device's user, whose operations are pending. */
  written({ memos, own }: { readonly memos: readonly string[]; readonly own: boolean }): void {
    const some = memos.filter((id) => !this.#ofMany.delete(id));
    if (some.length < memos.length) this.#later(memos);
    if (some.length > 0 || own) this.#notify({ memos: some, sync: true, ...(own && { own }) });
  }

  #later(memos: readonly string[]): void {
    if (this.#late !== "all") for (const id of memos) this.#late.add(id);
    this.#lateTimer ??= inBackground(setTimeout(() => this.#notifyLate(), manyEveryMs));
  }

  /** Marks a memo's next write as part of a bulk change, which is announced with others after a delay. */
  ofMany(id: string): void {
    this.#ofMany.add(id);
  }

  /** Announces changed views or settings. */
  own(): void {
    this.#notify({ memos: [], sync: false, own: true });
  }

  /** Announces new or marked notifications. */
  inbox(): void {
    this.#notify({ memos: [], sync: false, inbox: true });
  }

  /** Announces progress of an import or export. */
  transfer(): void {
    this.#notify({ memos: [], sync: false, transfer: true });
  }

  sync(): void {
    this.#notify({ memos: [], sync: true });
  }

  listen(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /**
   * Yields every change from now on until the signal aborts. Combines changes while the reader is busy.
   * Starts with a change that requests a full reload, so that no earlier change is missed.
   */
  async *watch(signal: AbortSignalLike | undefined): AsyncGenerator<Change> {
    let waiting: Change | null = {
      memos: null,
      sync: true,
      own: true,
      inbox: true,
      transfer: true,
    };
    let wake = (): void => {};
    const stop = this.listen((change) => {
      waiting = waiting === null ? change : joinChanges(waiting, change);
      wake();
    });
    const onAbort = (): void => wake();
    signal?.addEventListener("abort", onAbort, { once: true });
    try {
      while (signal?.aborted !== true) {
        if (waiting === null) {
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
          // Subscribers reload whole lists: waits to combine all changes of this turn.
          await this.#machine.pause();
          continue;
        }
        const change: Change = waiting;
        waiting = null;
        yield change;
      }
    } finally {
      stop();
      signal?.removeEventListener("abort", onAbort);
    }
  }

  /** Same as `watch`, for a page that `close` waits for. */
  async *watchAsPage(signal: AbortSignalLike | undefined): AsyncGenerator<Change> {
    if (this.#isClosing) return;
    const page = {};
    this.#pages.add(page);
    try {
      yield* this.watch(signal);
    } finally {
      this.#pages.delete(page);
      this.#onPageLeft();
    }
  }

  /**
   * Notifies the pages that the host closes or replaces its database. Resolves when each page has saved its
   * pending input and ended its subscription, at the latest after a second.
   */
  async close(isRestoring = false): Promise<void> {
    this.#isClosing = true;
    this.#notify({
      memos: [],
      sync: false,
      closing: true,
      ...(isRestoring && { restoring: true }),
    });
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, lastWordsMs);
      this.#onPageLeft = (): void => {
        if (this.#pages.size > 0) return;
        clearTimeout(timer);
        resolve();
      };
      this.#onPageLeft();
    });
  }

  #notifyLate(): void {
    const late = this.#late;
    this.#late = new Set();
    this.#lateTimer = null;
    if (late === "all" || late.size > 0) this.synced(late === "all" ? null : [...late]);
  }

  #notify(change: Change): void {
    for (const listener of this.#listeners) listener(change);
  }
}

function joinChanges(a: Change, b: Change): Change {
  const memos =
    a.memos === null || b.memos === null ? null : [...new Set([...a.memos, ...b.memos])];
  const own = a.own === true || b.own === true;
  const inbox = a.inbox === true || b.inbox === true;
  const transfer = a.transfer === true || b.transfer === true;
  const closing = a.closing === true || b.closing === true;
  const restoring = a.restoring === true || b.restoring === true;
  return {
    memos,
    sync: a.sync || b.sync,
    ...(own && { own }),
    ...(inbox && { inbox }),
    ...(transfer && { transfer }),
    ...(closing && { closing }),
    ...(restoring && { restoring }),
  };
}
