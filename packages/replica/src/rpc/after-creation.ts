import type { TRPCLink } from "@trpc/client";
import type { AnyTRPCRouter } from "@trpc/server";
import { type Observable, observable } from "@trpc/server/observable";

/** What makes a memo under an id that the page has chosen. */
const creation = "memos.create";

/**
 * A page shows a memo before the host has made it, and calls may overtake one another on their way.
 * What is asked about a memo that is being made waits here until that was answered, well or not, so
 * that no key that is pressed on it is for a memo that is not there.
 */
export function afterCreation<Router extends AnyTRPCRouter>(): TRPCLink<Router> {
  const made = new Map<string, Promise<void>>();
  return () =>
    ({ op, next }) => {
      if (op.path === creation) return noting(made, op.input, next(op));
      const awaited = made.size === 0 ? [] : idsIn(op.input).flatMap((id) => made.get(id) ?? []);
      if (awaited.length === 0) return next(op);
      return observable((observer) => {
        let isLeft = false;
        let inner: { unsubscribe(): void } | undefined;
        const goOn = (): void => {
          if (!isLeft) inner ??= next(op).subscribe(observer);
        };
        void Promise.all(awaited).then(goOn);
        // What answers a call that is given up stands further on.
        op.signal?.addEventListener("abort", goOn, { once: true });
        return () => {
          isLeft = true;
          inner?.unsubscribe();
        };
      });
    };
}

/** Remembers that a memo is being made, until that was answered. */
function noting<Value, Failure>(
  made: Map<string, Promise<void>>,
  input: unknown,
  answers: Observable<Value, Failure>,
): Observable<Value, Failure> {
  return observable((observer) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const [id] = idsIn((input as { readonly id?: unknown } | undefined)?.id);
    if (id !== undefined) made.set(id, promise);
    const done = (): void => {
      if (id !== undefined && made.get(id) === promise) made.delete(id);
      resolve();
    };
    const inner = answers.subscribe({
      next(value) {
        done();
        observer.next(value);
      },
      error(error) {
        done();
        observer.error(error);
      },
      complete() {
        done();
        observer.complete();
      },
    });
    return () => {
      done();
      inner.unsubscribe();
    };
  });
}

/** Every text in an input: ids are among them. */
function idsIn(input: unknown): string[] {
  if (typeof input === "string") return [input];
  if (typeof input !== "object" || input === null) return [];
  return Object.values(input).flatMap(idsIn);
}
