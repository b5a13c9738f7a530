/**
 * Several numbers of one run: the first that is asked for runs it, and so does the first that is
 * asked for again, for the next round.
 */
export function sharedRun<T>(run: () => Promise<T>): (number: string) => Promise<T> {
  let current: Promise<T> | null = null;
  const given = new Set<string>();
  return (number) => {
    if (current === null || given.has(number)) {
      given.clear();
      current = run();
    }
    given.add(number);
    return current;
  };
}
