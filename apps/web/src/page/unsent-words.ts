import type { AppRouter } from "@tidemark/core/router";
import type { HostLine } from "@tidemark/replica/rpc/page";
import type { Operation } from "@trpc/client";
import { observable } from "@trpc/server/observable";

/** Key of the calls that a closed page had sent, in `localStorage`. */
const storageKey = "tidemark.unsent";

/** Calls with typed words. Repeating one changes nothing: updates merge, and drafts and ids stay the same. */
const repeatable: ReadonlySet<string> = new Set(["text.push", "drafts.set", "memos.create"]);

interface Call {
  readonly path: string;
  readonly input: unknown;
}

/** The page's window, or a part of it. */
export interface Page {
  readonly document: Pick<Document, "addEventListener">;
  readonly localStorage: Pick<Storage, "getItem" | "setItem" | "removeItem">;
  addEventListener(type: "pagehide", listener: () => void): void;
}

/** Typed words that a closed page had sent: its worker ends with it, maybe before it has read them. */
export interface UnsentWords {
  /** Returns a line whose unanswered calls with words are stored when the page is closed. */
  keeping<Line extends HostLine<AppRouter>>(line: Line): Line;
  /**
   * Stores words for `account` from now on, and sends again what an earlier page stored for it. Words of
   * another account are deleted: they must not become memos of this one. Null if the account isn't known yet.
   */
  sendAgain(
    account: string | null,
    send: (path: string, input: unknown) => Promise<unknown>,
  ): Promise<void>;
  /** Stores nothing any more. */
  stop(): void;
}

export function openUnsentWords(page: Page): UnsentWords {
  const unanswered = new Map<Operation, Call>();
  let account: string | null = null;
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
  // Follows `pagehide`, for which others send their last words.
  page.document.addEventListener("visibilitychange", store);

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
    async sendAgain(now, send) {
      account = now;
      const stored = page.localStorage.getItem(storageKey);
      if (now === null || stored === null) return;
      const words = wordsIn(stored);
      const calls = words?.account === now ? words.calls : [];
      // All at once, in order: the line then stores them again if this page is closed as well. A call that is
      // refused now was answered then, or came too late.
      await Promise.allSettled(calls.map(({ path, input }) => send(path, input)));
      if (page.localStorage.getItem(storageKey) === stored) {
        page.localStorage.removeItem(storageKey);
      }
    },
    stop() {
      account = null;
    },
  };
}

/** Without an id, a second creation would be a second memo. */
function isRepeatable({ type, path, input }: Operation): boolean {
  if (type !== "mutation" || !repeatable.has(path)) return false;
  const { id } = (input ?? {}) as { readonly id?: unknown };
  return path !== "memos.create" || id !== undefined;
}

function wordsIn(stored: string): { account: unknown; calls: readonly Call[] } | null {
  try {
    const words = JSON.parse(stored) as { account?: unknown; calls?: unknown } | null;
    if (words === null || !Array.isArray(words.calls)) return null;
    const { account, calls } = words;
    return {
      account,
      calls: calls.filter((call: Partial<Call> | null) => repeatable.has(call?.path ?? "")),
    };
  } catch {
    return null;
  }
}
