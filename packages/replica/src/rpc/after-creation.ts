import type { Operation, OperationResultEnvelope, TRPCClientError, TRPCLink } from "@trpc/client";
import type { AnyTRPCRouter } from "@trpc/server";
import { type Observable, observable } from "@trpc/server/observable";

/** Path of the call that creates a memo, optionally under an id chosen by the page. */
const creation = "memos.create";

/** Registers a callback for when the page is closed. Returns a function that unregisters it. */
type WhenGoing = (send: () => void) => () => void;

type Answers<Router extends AnyTRPCRouter> = Observable<
  OperationResultEnvelope<unknown, TRPCClientError<Router>>,
  TRPCClientError<Router>
>;

/**
 * Returns a link that delays calls about a memo until its creation was answered. A page shows a memo before
 * the host has created it, and calls may overtake one another. Calls wait for the answer, even a failure, so
 * that no action reaches a missing memo. Memos are created one after the other, in the order in which they
 * were written.
 *
 * When the page is closed, waiting mutations are sent right after the creation, so that, for example, a
 * checked task isn't lost.
 */
export function afterCreation<Router extends AnyTRPCRouter>(
  whenGoing: WhenGoing = () => () => undefined,
): TRPCLink<Router> {
  const made: Made = new Map();
  return () =>
    ({ op, next }) => {
      const isCreation = op.path === creation;
      const awaited = isCreation ? [...made.values()] : awaitedBy(made, op);
      const answers = awaited.length === 0 ? next(op) : later<Router>(awaited, op, next, whenGoing);
      return isCreation ? noting<Router>(made, op.input, answers) : answers;
    };
}

/** Pending creations by memo; those whose id the host chooses by a symbol. */
type Made = Map<string | symbol, Promise<void>>;

/** Returns the pending creations of the memos in a call's input. */
function awaitedBy(made: Made, { input }: Operation) {
  return made.size === 0 ? [] : idsIn(input).flatMap((id) => made.get(id) ?? []);
}

function later<Router extends AnyTRPCRouter>(
  awaited: readonly Promise<void>[],
  op: Operation,
  next: (op: Operation) => Answers<Router>,
  whenGoing: WhenGoing,
): Answers<Router> {
  return observable((observer) => {
    let isLeft = false;
    let inner: { unsubscribe(): void } | undefined;
    const goOn = (): void => {
      if (!isLeft) inner ??= next(op).subscribe(observer);
    };
    void Promise.all(awaited).then(goOn);
    const stays = op.type === "mutation" ? whenGoing(goOn) : undefined;
    // The next link rejects the aborted call.
    op.signal?.addEventListener("abort", goOn, { once: true });
    return () => {
      isLeft = true;
      stays?.();
      inner?.unsubscribe();
    };
  });
}

/** Records the creation of a memo until it was answered. */
function noting<Router extends AnyTRPCRouter>(
  made: Made,
  input: unknown,
  answers: Answers<Router>,
): Answers<Router> {
  return observable((observer) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const [id = Symbol("id of the host")] = idsIn(
      (input as { readonly id?: unknown } | undefined)?.id,
    );
    made.set(id, promise);
    const done = (): void => {
      if (made.get(id) === promise) made.delete(id);
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

/** Returns every string in an input, which includes all ids. */
function idsIn(input: unknown): string[] {
  if (typeof input === "string") return [input];
  if (typeof input !== "object" || input === null) return [];
  return Object.values(input).flatMap(idsIn);
}
