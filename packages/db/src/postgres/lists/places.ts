/** As many at a time as there are places; others wait in the order in which they came. */
export interface Places {
  /** Resolves with a place; null where none became free within `waitMs`, or too many wait already. */
  take(waitMs: number): Promise<Place | null>;
  /** For whoever gave a place up and needs one to end: it comes before all that have not begun. */
  retake(): Promise<Place>;
}

/** Given back once. */
export interface Place {
  free(): void;
}

/** Of those that have not begun, `maxWaiting` wait at most. */
export function createPlaces(count: number, maxWaiting = Infinity): Places {
  let left = count;
  const returning: ((place: Place) => void)[] = [];
  const waiting: ((place: Place | null) => void)[] = [];

  const free = (): void => {
    const next = returning.shift() ?? waiting.shift();
    if (next === undefined) left += 1;
    else next({ free });
  };
  const takeFree = (): Place | null => {
    if (left === 0) return null;
    left -= 1;
    return { free };
  };
  return {
    take: async (waitMs) => {
      const place = takeFree();
      if (place !== null || waiting.length >= maxWaiting) return place;
      const { promise, resolve } = Promise.withResolvers<Place | null>();
      waiting.push(resolve);
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
    retake: async () => takeFree() ?? new Promise((resolve) => returning.push(resolve)),
  };
}
