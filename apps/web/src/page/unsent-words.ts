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

/**
 * Stores calls with typed words that weren't answered when the page is closed: its worker ends with it, maybe
 * before it has read them. The next page sends them again with `sendAgain`. Returns the line, with `send` extended.
 */
export function keepingWords<Line extends HostLine<AppRouter>>(line: Line, page: Page): Line {
  const unanswered = new Map<Operation, Call>();
  let isStored = false;

  const store = (): void => {
    if (unanswered.size === 0 && !isStored) return;
    try {
      if (unanswered.size === 0) page.localStorage.removeItem(storageKey);
      else page.localStorage.setItem(storageKey, JSON.stringify([...unanswered.values()]));
      isStored = unanswered.size > 0;
    } catch {
      // Storage is full or blocked: the worker probably reads them anyway.
    }
  };
  page.addEventListener("pagehide", store);
  // Follows `pagehide`, for which others send their last words.
  page.document.addEventListener("visibilitychange", store);

  return {
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
  };
}

/** Without an id, a second creation would be a second memo. */
function isRepeatable({ type, path, input }: Operation): boolean {
  if (type !== "mutation" || !repeatable.has(path)) return false;
  const { id } = (input ?? {}) as { readonly id?: unknown };
  return path !== "memos.create" || id !== undefined;
}

/** Sends again what an earlier page stored. A call that is refused now was answered then, or came too late. */
export async function sendAgain(
  page: Page,
  send: (path: string, input: unknown) => Promise<unknown>,
): Promise<void> {
  const stored = page.localStorage.getItem(storageKey);
  if (stored === null) return;
  // All at once, in order: the line then stores them again if this page is closed as well.
  await Promise.allSettled(callsIn(stored).map(({ path, input }) => send(path, input)));
  page.localStorage.removeItem(storageKey);
}

function callsIn(stored: string): readonly Call[] {
  try {
    const calls: unknown = JSON.parse(stored);
    if (!Array.isArray(calls)) return [];
    return calls.filter((call: Partial<Call> | null) => repeatable.has(call?.path ?? ""));
  } catch {
    return [];
  }
}
