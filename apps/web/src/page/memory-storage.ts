/** Returns a storage like `localStorage` that ends with the page. */
export function memoryStorage(): Storage {
  const items = new Map<string, string>();
  const methods: Storage = {
    get length() {
      return items.size;
    },
    key: (index) => [...items.keys()][index] ?? null,
    getItem: (name) => items.get(name) ?? null,
    setItem: (name, value) => void items.set(name, value),
    removeItem: (name) => void items.delete(name),
    clear: () => items.clear(),
  };
  // `Object.keys` of a storage returns the names of its items.
  return new Proxy(methods, {
    ownKeys: () => [...items.keys()],
    getOwnPropertyDescriptor: (_, name) =>
      typeof name === "string" && items.has(name)
        ? { value: items.get(name), enumerable: true, configurable: true, writable: true }
        : undefined,
  });
}
