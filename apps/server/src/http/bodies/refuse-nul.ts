import { AppFailure, findNul, invalidField, type Path } from "@tidemark/core";
import type { FastifyInstance } from "fastify";
import { declarationOf } from "../routing/route-declaration.ts";

/**
 * Refuses U+0000 in a request's path, query and, for the API, body. Only the content of memos may contain it,
 * and is normalised (M1); other content is base64. Install it after the body parser, which limits the depth
 * of bodies.
 */
export function installNulRefusal(app: FastifyInstance): void {
  // Runs before unknown paths and methods are refused, because the format of an id determines the route of
  // some paths.
  app.addHook("preParsing", (request, _reply, _payload, done) => {
    refuseNul("path", request.params);
    if (!request.is404) refuseNul("query", request.query);
    done();
  });
  app.addHook("preValidation", (request, _reply, done) => {
    const { family } = declarationOf(request);
    if (family === "api" || family === "mcp") refuseNul("body", request.body);
    done();
  });
}

/**
 * Throws INVALID_ARGUMENT if `value`, or a key in it, contains U+0000. `part` names the field if the value
 * itself does.
 */
export function refuseNul(part: string, value: unknown): void {
  const path = findNul(value, (each) => part === "body" && isContent(each));
  if (path === null) return;
  const field = path.length === 0 ? part : path.join(".");
  throw new AppFailure(invalidField(field, "must not contain U+0000"));
}

function isContent(path: Path): boolean {
  return path.at(-1) === "content";
}
