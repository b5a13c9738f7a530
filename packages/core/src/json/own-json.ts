/**
 * Reading JSON that this program wrote into its own database, where a schema would cost more than the
 * query that brought it: lists read thousands of such values. What they may be was judged before they
 * were written, so no more is looked at than whether it is such a value at all.
 */

/** What a field has to be; `null` beside it is said with a question mark. */
type FieldType = "string" | "number" | "boolean" | "object" | "string?" | "number?" | "object?";

export type Fields = Readonly<Record<string, FieldType>>;

export type Guard<T> = (value: unknown) => value is T;

/** Throws for a text that is no JSON, or not such a value; `what` names it to whoever looks for it. */
export function readOwnJson<T>(text: string, isIt: Guard<T>, what: string): T {
  const value: unknown = JSON.parse(text);
  if (isIt(value)) return value;
  throw new Error(`what is stored as ${what} is something else: ${text.slice(0, 80)}`);
}

/** An object, no array. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Whether a value is an object with fields of these types; it may have more. */
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
