import type { App } from "@tidemark/core/router";

/** Methods that return a stream; they wait when the stream is first read. */
const streams: ReadonlySet<string> = new Set(["watchChanges", "watchText"] satisfies (keyof App)[]);

type Method = (...given: unknown[]) => unknown;

/**
 * Returns an app that forwards calls to the current app, which may be replaced. Calls made while there is
 * none wait for the next one. `waiting` returns null while an app is available. All apps must have the same
 * structure.
 */
export function deferredApp(current: () => App, waiting: () => Promise<void> | null): App {
  return deferred(current, waiting) as App;
}

function deferred(current: () => object, waiting: () => Promise<void> | null): object {
  const first = current();
  const part = (name: string): unknown => Reflect.get(current(), name);
  const call = (name: string, given: unknown[]): unknown =>
    Reflect.apply(part(name) as Method, current(), given);
  const parts = namesIn(first).map((name): [string, unknown] => {
    const value: unknown = Reflect.get(first, name);
    if (typeof value === "object" && value !== null) {
      return [name, deferred(() => part(name) as object, waiting)];
    }
    if (typeof value !== "function") throw new Error(`${name} is no part of an app`);
    const method: Method = (...given) => {
      const before = waiting();
      if (before === null) return call(name, given);
      if (streams.has(name)) return after(before, () => call(name, given));
      return before.then(() => call(name, given));
    };
    return [name, method];
  });
  return Object.fromEntries(parts);
}

/** Returns the property names of an object and its class. */
function namesIn(value: object): string[] {
  const names = new Set<string>();
  for (
    let at: object | null = value;
    at !== null && at !== Object.prototype;
    at = Object.getPrototypeOf(at) as object | null
  ) {
    for (const name of Object.getOwnPropertyNames(at)) names.add(name);
  }
  names.delete("constructor");
  return [...names];
}

async function* after(before: Promise<void>, begin: () => unknown): AsyncGenerator<unknown> {
  await before;
  yield* begin() as AsyncGenerator<unknown>;
}
