import { isDeepStrictEqual } from "node:util";
import { AppFailure, camelCase, invalidField } from "@tidemark/core";
import type { FastifyInstance } from "fastify";
import { declarationOf } from "../routing/route-declaration.ts";
import { readBody } from "./read-body.ts";

/**
 * Parses bodies as JSON whatever the content type, like memos' own server; a missing body is `{}`. Accepts
 * keys of bodies and queries in camelCase and snake_case, and converts them to camelCase. Keys of an object
 * under `tags` are tag names and stay unchanged.
 */
export function installJsonBody(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser("error", "error");
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", (request, payload, done) => {
    readBody(request, payload, (error, text = "") => {
      if (error !== null) done(error);
      else if (text === "") done(null, {});
      else void parseJson(request, text, done);
    });
  });
  app.addHook("preValidation", (request, _reply, done) => {
    if (declarationOf(request).family === "api") {
      request.body = request.body === undefined ? {} : camelKeys(request.body);
      request.query = camelKeys(request.query);
    }
    done();
  });
}

/** Maximum depth, which no resource exceeds: a body of brackets must not exhaust the stack. */
const maxDepth = 32;

function camelKeys(value: unknown, depth = 0, keysAreNames = false): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (depth > maxDepth) throw new AppFailure(invalidField("body", "is nested too deeply"));
  if (Array.isArray(value)) return value.map((item) => camelKeys(item, depth + 1));
  const entries = new Map<string, unknown>();
  for (const [key, inner] of Object.entries(value)) {
    const name = keysAreNames ? key : camelCase(key);
    const read = camelKeys(inner, depth + 1, !keysAreNames && name === "tags");
    // Some clients send both spellings of a parameter, because servers differ in which one they know.
    if (entries.has(name) && !isDeepStrictEqual(entries.get(name), read)) {
      throw new AppFailure(invalidField(name, "is given twice, with different values"));
    }
    entries.set(name, read);
  }
  return Object.fromEntries(entries);
}
