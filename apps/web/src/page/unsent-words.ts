import type { AppRouter } from "@tidemark/core/router";
import type { HostLine } from "@tidemark/replica/rpc/page";
import type { Operation } from "@trpc/client";
import { observable } from "@trpc/server/observable";
import type { Pages } from "./pages.ts";

/** Start of the keys of the calls that closed pages had sent, in `localStorage`. The page's id follows. */
const keyStart = "tidemark.unsent.";

/** Calls with typed words. Repeating one changes nothing: updates merge, and drafts and ids stay the same. */
const repeatable: ReadonlySet<string> = new Set(["text.push", "drafts.set", "memos.create"]);

interface Call {
  readonly path: string;
  readonly input: unknown;
}

/** The page's window, or a part of it. */
export interface Page {
  readonly localStorage: Pick<Storage, "getItem" | "setItem" | "removeItem" | "key" | "length">;
  addEventListener(type: "pagehide" | "visibilitychange", listener: () => void): void;
  addEventListener(type: "storage", listener: (event: Pick<StorageEvent, "key">) => void): void;
}

type Send = (path: string, input: unknown) => Promise<unknown>;

/** Typed words that a closed page had sent: its worker ends with it, maybe before it has read them. */
export interface UnsentWords {
  /** Returns a line whose unanswered calls with words are stored when the page is closed. */
  keeping<Line extends HostLine<AppRouter>>(line: Line): Line;
  /**
   * Stores words for `account` from now on, and sends again what ended pages stored for it. Pages that live do so
   * later, once they have ended. Words of another account are deleted: they must not become memos of this one. Null
   * if the account isn't known yet.
   */
  sendAgain(account: string | null, send: Send): Promise<void>;
  /** Stores nothing any more. */
  stop(): void;
}

export function openUnsentWords(page: Page, pages: Pages): UnsentWords {
  const storageKey = keyStart + pages.id;
  const unanswered = new Map<Operation, Call>();
  /** Keys of pages that haven't ended. */
  const awaited = new Set<string>();
  let account: string | null = null;
  let send: Send | null = null;
  let isStored = false;

  const store = (): void => {
    if (account === null || (unanswered.size === 0 && !isStored)) return;
    try {
      if (unanswered.size === 0) page.localStorage.removeItem(storageKey);
      else {
        const calls = [...unanswered.values()];
        page.localStorage.setItem(storageKey, JSON.stringify({ account, calls }));
      }
      isStored = unanswered.size > 0;
    } catch {
      // Storage is full or blocked: the worker probably reads them anyway.
    }
  };
  page.addEventListener("pagehide", store);
  // At the window it follows the document's listeners, which send their last words.
  page.addEventListener("visibilitychange", store);

  async function sendOnceEnded(key: string): Promise<void> {
    if (awaited.has(key) || key === storageKey) return;
    awaited.add(key);
    await pages.afterEnd(key.slice(keyStart.length), async () => {
      awaited.delete(key);
      const stored = page.localStorage.getItem(key);
      const sendCall = send;
      if (account === null || sendCall === null || stored === null) return;
      const words = wordsIn(stored);
      const calls = words?.account === account ? words.calls : [];
      // All at once, in order: the line then stores them again if this page is closed as well. A call that is
      // refused now was answered then, or came too late.
      await Promise.allSettled(calls.map(({ path, input }) => sendCall(path, input)));
      if (page.localStorage.getItem(key) === stored) page.localStorage.removeItem(key);
    });
  }

  if (pages.knowsOthers) {
    page.addEventListener("storage", ({ key }) => {
      if (key?.startsWith(keyStart) === true) void sendOnceEnded(key);
    });
  }

  return {
    keeping: (line) => ({
      ...line,
      send(op) {
        const answers = line.send(op);
        if (!isRepeatable(op)) return answers;
        return observable((observer) => {
          unanswered.set(op, { path: op.path, input: op.input });
          const answered = (): void => {
            unanswered.delete(op);
            if (isStored) store();
          };
          const sent = answers.subscribe({
            next(value) {
              answered();
              observer.next(value);
            },
            error(error) {
              answered();
              observer.error(error);
            },
            complete: () => observer.complete(),
          });
          return () => sent.unsubscribe();
        });
      },
    }),
    async sendAgain(now, given) {
      account = now;
      send = given;
      if (now === null) return;
      for (const key of keysIn(page.localStorage)) {
        const isAlive = await pages.isAlive(key.slice(keyStart.length));
        const sent = sendOnceEnded(key);
        if (!isAlive) await sent;
      }
    },
    stop() {
      account = null;
      if (isStored) page.localStorage.removeItem(storageKey);
    },
  };
}

function keysIn(storage: Page["localStorage"]): readonly string[] {
  const keys = Array.from({ length: storage.length }, (_, n) => storage.key(n) ?? "");
  return keys.filter((key) => key.startsWith(keyStart));
}

/** Returns true for calls that may run twice. Without an id, a second creation would be a second memo. */
export function isRepeatable({ type, path, input }: Operation): boolean {
  if (type !== "mutation" || !repeatable.has(path)) return false;
  const { id } = (input ?? {}) as { readonly id?: unknown };
  return path !== "memos.create" || id !== undefined;
}

function wordsIn(stored: string): { account: unknown; calls: readonly Call[] } | null {
  try {
    const words: unknown = JSON.parse(stored);
    if (typeof words !== "object" || words === null || !("calls" in words)) return null;
    if (!Array.isArray(words.calls)) return null;
    return {
      account: "account" in words ? words.account : null,
      calls: words.calls.filter((call: Partial<Call> | null) => repeatable.has(call?.path ?? "")),
    };
  } catch {
    return null;
  }
}
