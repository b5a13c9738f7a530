/** What a newer peer sent that this version has no name for (R9), by name. */
export function unknownIn(given: object, known: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(given).filter(([name]) => !Object.hasOwn(known, name)));
}

/** An object with nothing but the known names of it. */
export function onlyKnown<T extends object, K extends PropertyKey>(
  given: T,
  known: Readonly<Record<K, unknown>>,
): Pick<T, K & keyof T> {
  // What is left out is what the type leaves out.
  return Object.fromEntries(
    Object.entries(given).filter(([name]) => Object.hasOwn(known, name)),
  ) as Pick<T, K & keyof T>;
}
