/** Runs work under a key once what was begun before it under that key has ended, however it did. */
export type InTurn = <T>(key: string, work: () => Promise<T>) => Promise<T>;

/** Work under other keys goes on beside it. */
export function createTurns(): InTurn {
  const lastByKey = new Map<string, Promise<unknown>>();
  return async (key, work) => {
    const before = lastByKey.get(key) ?? Promise.resolve();
    const done = before.then(work);
    const ended = done.catch(() => undefined);
    lastByKey.set(key, ended);
    try {
      return await done;
    } finally {
      if (lastByKey.get(key) === ended) lastByKey.delete(key);
    }
  };
}
