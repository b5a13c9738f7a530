/**
 * Calls `done` when a promise settles. For hooks that usually call `done` synchronously: an async hook would
 * cost every request a promise.
 */
export async function doneAfter(
  waiting: Promise<unknown>,
  done: (error?: Error) => void,
): Promise<void> {
  let failure: Error | undefined;
  try {
    await waiting;
  } catch (error) {
    failure = error instanceof Error ? error : new Error(String(error));
  }
  done(failure);
}
