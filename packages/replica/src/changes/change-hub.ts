import type { AbortSignalLike, Change } from "@tidemark/core/router";
import { inBackground } from "../platform/background.ts";
import type { Platform } from "../platform/platform.ts";

type Listener = (change: Change) => void;

/** More memos than this at once come from a sync that has much to catch up with. */
const fewMemos = 25;
/** How often such changes are told: whoever watches reads whole lists again each time. */
const manyEveryMs = 500;

/** How long pages may take to bring what was typed in them to safety. */
const lastWordsMs = 1000;

/**
 * Tells everybody who watches what has changed: of a write once it is committed. Who watches is told
 * of all changes of one turn of the event loop together.
 */
export class ChangeHub {
  readonly #machine: Pick<Platform, "pause">;
  readonly #pages = new Set<object>();
  #isClosing = false;
  #onPageLeft: () => void = () => {};
  readonly #listeners = new Set<Listener>();
  #late: Set<string> | "all" = new Set();
  /** Memos that are about to be written as some of many. */
  readonly #ofMany = new Set<string>();
  #lateTimer: ReturnType<typeof setTimeout> | null = null;

  constructor(machine: Pick<Platform, "pause">) {
    this.#machine = machine;
  }

  memos(ids: readonly string[] | null): void {
    this.#notify({ memos: ids, sync: false });
  }

  /** What a sync brought: the first of many changes at once, the later ones together. */
  synced(ids: readonly string[] | null): void {
    if (ids !== null && ids.length <= fewMemos) this.memos(ids);
    else if (this.#lateTimer === null) {
      this.memos(ids);
      this.#lateTimer = inBackground(setTimeout(() => this.#notifyLate(), manyEveryMs));
    } else if (ids === null) this.#late = "all";
    else if (this.#late !== "all") for (const id of ids) this.#late.add(id);
  }

  /** What a write of this device's user changed, all of which waits to be sent. */
  written({ memos, own }: { readonly memos: readonly string[]; readonly own: boolean }): void {
    const some = memos.filter((id) => !this.#ofMany.delete(id));
    if (some.length < memos.length) this.#later(memos);
    if (some.length > 0 || own) this.#notify({ memos: some, sync: true, ...(own && { own }) });
  }

  #later(memos: readonly string[]): void {
    if (this.#late !== "all") for (const id of memos) this.#late.add(id);
    this.#lateTimer ??= inBackground(setTimeout(() => this.#notifyLate(), manyEveryMs));
  }

  /** The next write of a memo is one of many: who watches is told of them together, now and then. */
  ofMany(id: string): void {
    this.#ofMany.add(id);
  }

  /** Views or settings changed. */
  own(): void {
    this.#notify({ memos: [], sync: false, own: true });
  }

  /** Notifications came, or were marked. */
  inbox(): void {
    this.#notify({ memos: [], sync: false, inbox: true });
  }

  /** What comes in or goes out is further. */
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
   * Yields every change from now on, joined while the reader is busy, until the signal aborts.
   * Begins with one that says to read everything, so that nothing is missed before it.
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
          // Whoever is told reads whole lists again: once for all that this turn brings.
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

  /** `watch` for a page, which `close` waits for. */
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
   * Tells the pages that the host ends, or that another database takes the place of this one. Resolves
   * when each has said its last words, which it shows by leaving, or was given a second for it.
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
