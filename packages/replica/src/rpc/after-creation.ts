import type { Operation, OperationResultEnvelope, TRPCClientError, TRPCLink } from "@trpc/client";
import type { AnyTRPCRouter } from "@trpc/server";
import { type Observable, observable } from "@trpc/server/observable";

/** What makes a memo under an id that the page has chosen. */
const creation = "memos.create";

/** Calls back when the page goes, unless that is called off by what is returned. */
type WhenGoing = (send: () => void) => () => void;

type Answers<Router extends AnyTRPCRouter> = Observable<
  OperationResultEnvelope<unknown, TRPCClientError<Router>>,
  TRPCClientError<Router>
>;

/**
 * A page shows a memo before the host has made it, and calls may overtake one another on their way.
 * What is asked about a memo that is being made waits here until that was answered, well or not, so
 * that no key that is pressed on it is for a memo that is not there; and memos are made one after the
 * other, so that they stand in the order in which they were written.
 *
 * A page that goes waits no longer: changes go out right after the creation then, and who ticks a box
 * of a memo that is not made yet and goes has ticked it.
 */
export function afterCreation<Router extends AnyTRPCRouter>(
  whenGoing: WhenGoing = () => () => undefined,
): TRPCLink<Router> {
  const made = new Map<string, Promise<void>>();
  return () =>
    ({ op, next }) => {
      const isCreation = op.path === creation;
      const awaited = isCreation ? [...made.values()] : awaitedBy(made, op);
      const answers = awaited.length === 0 ? next(op) : later<Router>(awaited, op, next, whenGoing);
      return isCreation ? noting<Router>(made, op.input, answers) : answers;
    };
}

/** The creations of memos that a call is about. */
function awaitedBy(made: ReadonlyMap<string, Promise<void>>, { input }: Operation) {
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
    // What answers a call that is given up stands further on.
    op.signal?.addEventListener("abort", goOn, { once: true });
    return () => {
      isLeft = true;
      stays?.();
      inner?.unsubscribe();
    };
  });
}

/** Remembers that a memo is being made, until that was answered. */
function noting<Router extends AnyTRPCRouter>(
  made: Map<string, Promise<void>>,
  input: unknown,
  answers: Answers<Router>,
): Answers<Router> {
  return observable((observer) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const [id = crypto.randomUUID()] = idsIn((input as { readonly id?: unknown } | undefined)?.id);
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

/** Every text in an input: ids are among them. */
function idsIn(input: unknown): string[] {
  if (typeof input === "string") return [input];
  if (typeof input !== "object" || input === null) return [];
  return Object.values(input).flatMap(idsIn);
}
