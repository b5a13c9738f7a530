import { AppFailure, invalidField } from "@tidemark/core";
import type { Rpc } from "./rpc-table.ts";

/** Request in the form of the method's route. */
export interface RoutedMessage {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly body: unknown;
}

type Message = Readonly<Record<string, unknown>>;

/** Valid ids and tokens. Names are split here, so nothing in them can reach another route. */
const segment = /^[A-Za-z0-9_-]{1,256}$/;

/**
 * Converts a message to parameters, query and body. Throws INVALID_ARGUMENT if the message isn't an object, a
 * name doesn't match the route, or a value doesn't fit in a query.
 */
export function readMessage(rpc: Rpc, message: unknown): RoutedMessage {
  if (!isMessage(message)) throw new AppFailure(invalidField("body", "must be a JSON object"));
  const params = readParams(rpc, message);
  const [nameField] = (rpc.name ?? rpc.id ?? "").split(".", 1);
  const rest = Object.entries(message).filter(([key]) => key !== nameField && key !== rpc.body);
  if (rpc.body === "*") return { params, query: {}, body: Object.fromEntries(rest) };
  return {
    params,
    query: Object.fromEntries(rest.flatMap(([key, value]) => queryEntry(key, value))),
    body: rpc.body === undefined ? {} : withWholeLocation(message[rpc.body] ?? {}),
  };
}

/**
 * Adds omitted zeros to a location: clients that omit defaults send half of a place on the equator, which is
 * an error elsewhere.
 */
function withWholeLocation(body: unknown): unknown {
  if (!isMessage(body) || !isMessage(body["location"])) return body;
  return { ...body, location: { latitude: 0, longitude: 0, ...body["location"] } };
}

function readParams(rpc: Rpc, message: Message): Record<string, string> {
  const field = rpc.name ?? rpc.id;
  if (field === undefined) return {};
  const pattern = rpc.id === undefined ? namePattern(rpc.route) : "{token}";
  const value = field
    .split(".")
    .reduce<unknown>((inner, key) => (isMessage(inner) ? inner[key] : undefined), message);
  const wanted = pattern.split("/");
  const given = typeof value === "string" ? value.split("/") : [];
  const params: Record<string, string> = {};
  const isName =
    given.length === wanted.length &&
    wanted.every((part, index) => {
      const text = given[index] ?? "";
      const parameter = /^\{(\w+)\}$/.exec(part)?.[1];
      if (parameter === undefined) return part === text;
      params[parameter] = text;
      return segment.test(text);
    });
  if (!isName) {
    const issue = rpc.id === undefined ? `must be ${pattern}` : "is not valid";
    throw new AppFailure(invalidField(field, issue));
  }
  return params;
}

/** Returns the pattern of the resource name in a route: its path up to the last parameter. */
function namePattern(route: string): string {
  return /\/(.*\})/.exec(route)?.[1] ?? "";
}

/** Returns one parameter of a query; none for null and empty values. */
function queryEntry(key: string, value: unknown): [string, string][] {
  switch (typeof value) {
    case "string":
      return value === "" ? [] : [[key, value]];
    case "number":
    case "boolean":
      return [[key, String(value)]];
    default:
      if (value === null) return [];
      throw new AppFailure(invalidField(key, "must be a string, a number or a boolean"));
  }
}

function isMessage(value: unknown): value is Message {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
