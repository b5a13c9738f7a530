import { appError, camelCase } from "@tidemark/core";
import type { FastifyInstance } from "fastify";
import { AppFailure } from "./app-failure.ts";
import { isApiPath } from "./request-path.ts";

/**
 * Bodies are JSON whatever the content type says, as memos' own server has it; an absent body reads
 * as `{}`. Keys of bodies and queries come in camelCase and snake_case and leave in camelCase.
 */
export function installJsonBody(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser("error", "error");
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", { parseAs: "string" }, (request, body, done) => {
    if (body.length === 0) done(null, {});
    else void parseJson(request, body.toString(), done);
  });
  app.addHook("preValidation", async (request) => {
    if (!isApiPath(request.url)) return;
    request.body = request.body === undefined ? {} : camelKeys(request.body);
    request.query = camelKeys(request.query);
  });
}

function camelKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(camelKeys);
  if (typeof value !== "object" || value === null) return value;
  const entries = new Map<string, unknown>();
  for (const [key, inner] of Object.entries(value)) {
    const name = camelCase(key);
    if (entries.has(name)) {
      throw new AppFailure(
        appError("INVALID_ARGUMENT", `${name}: is given twice`, [
          { field: name, issue: "is given twice" },
        ]),
      );
    }
    entries.set(name, camelKeys(inner));
  }
  return Object.fromEntries(entries);
}
