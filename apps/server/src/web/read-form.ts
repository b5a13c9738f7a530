import { AppFailure, invalidField } from "@tidemark/core";
import type { FastifyInstance } from "fastify";
import { readBody } from "../http/bodies/read-body.ts";

/** Fields of a posted form; missing ones are "". */
export type Form = ReadonlyMap<string, string>;

/** Maximum number of fields. */
const maxFields = 16;

/** Makes a scope read bodies as HTML forms, and nothing else. */
export function readForms(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser("application/x-www-form-urlencoded", (request, payload, done) => {
    readBody(request, payload, (error, text = "") => {
      if (error !== null) return done(error);
      try {
        done(null, parseForm(text));
      } catch (failure) {
        done(failure instanceof Error ? failure : new Error(String(failure)));
      }
    });
  });
}

/**
 * Parses a form. Throws INVALID_ARGUMENT for a field that is sent twice, and for bytes that aren't UTF-8: a
 * replacement character must not become part of a password.
 */
export function parseForm(text: string): Form {
  const form = new Map<string, string>();
  const pairs = text === "" ? [] : text.split("&", maxFields + 1);
  if (pairs.length > maxFields) throw unreadable();
  for (const pair of pairs) {
    const at = pair.indexOf("=");
    const name = decode(at === -1 ? pair : pair.slice(0, at));
    if (form.has(name)) throw unreadable();
    form.set(name, at === -1 ? "" : decode(pair.slice(at + 1)));
  }
  return form;
}

function decode(text: string): string {
  try {
    const decoded = decodeURIComponent(text.replaceAll("+", " "));
    if (!decoded.includes("\0")) return decoded;
  } catch {
    // Not valid percent-encoding of UTF-8.
  }
  throw unreadable();
}

function unreadable(): AppFailure {
  return new AppFailure(invalidField("body", "is not a valid form"));
}
