/** As many at a time as there are places; others wait in the order in which they came. */
export interface Places {
  /** Resolves with a place; null where none became free within `waitMs`. */
  take(waitMs?: number): Promise<Place | null>;
}

/** Given back once. */
export interface Place {
  free(): void;
}

export function createPlaces(count: number): Places {
  let left = count;
  const waiting: ((place: Place) => void)[] = [];

  const free = (): void => {
    const next = waiting.shift();
    if (next === undefined) left += 1;
    else next({ free });
  };
  return {
    take: async (waitMs) => {
      if (left > 0) {
        left -= 1;
        return { free };
      }
      const { promise, resolve } = Promise.withResolvers<Place | null>();
      waiting.push(resolve);
      if (waitMs === undefined) return promise;
      const timer = setTimeout(() => {
        const at = waiting.indexOf(resolve);
        if (at < 0) return;
        waiting.splice(at, 1);
        resolve(null);
      }, waitMs);
      try {
        return await promise;
      } finally {
        clearTimeout(timer);
      }
    },
  };
}
