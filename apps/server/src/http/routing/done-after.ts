/**
 * Ends a hook when what it waits for is settled. For hooks that mostly wait for nothing and then call
 * `done` at once: one that is an async function takes a promise and its turns for every request.
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
