/**
 * Shares one run between several numbers. The first request of a round runs it; requesting a number a
 * second time begins the next round.
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
