/**
 * Reads JSON that this program wrote into its own database. Lists read thousands of such values, and a schema
 * would cost more than the query. The values were validated before they were written, so only their basic
 * type is checked.
 */

/** Type of a field; `?` allows null. */
type FieldType = "string" | "number" | "boolean" | "object" | "string?" | "number?" | "object?";

export type Fields = Readonly<Record<string, FieldType>>;

export type Guard<T> = (value: unknown) => value is T;

/** Parses a text. Throws if it isn't JSON or fails the guard; `what` names the value in the error. */
export function readOwnJson<T>(text: string, isIt: Guard<T>, what: string): T {
  const value: unknown = JSON.parse(text);
  if (isIt(value)) return value;
  throw new Error(`what is stored as ${what} is something else: ${text.slice(0, 80)}`);
}

/** Returns true for an object that isn't an array. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Returns true if a value is an object with fields of these types; it may have more. */
export function hasFields(value: unknown, fields: Fields): boolean {
  if (!isObject(value)) return false;
  for (const name in fields) {
    const type = fields[name] ?? "object";
    const field = value[name];
    const isNull = field === null;
    if (isNull ? !type.endsWith("?") : !type.startsWith(typeof field)) return false;
  }
  return true;
}

export function isStrings(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((each) => typeof each === "string");
}
