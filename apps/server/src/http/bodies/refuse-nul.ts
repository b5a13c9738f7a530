import { AppFailure, findNul, invalidField, type Path } from "@tidemark/core";
import type { FastifyInstance } from "fastify";
import { declarationOf } from "../routing/route-declaration.ts";

/**
 * Refuses U+0000 wherever a request says something: in its path, its query, and a body of the API. The
 * content of memos alone may hold it, and is normalised (M1); other contents are base64, which has none.
 * To be installed after what reads bodies, which bounds how deep they are.
 */
export function installNulRefusal(app: FastifyInstance): void {
  // Before it is said that a path is unknown, or a method not possible there: what an id may be decides
  // of some paths which route they lead to.
  app.addHook("preParsing", (request, _reply, _payload, done) => {
    refuseNul("path", request.params);
    if (!request.is404) refuseNul("query", request.query);
    done();
  });
  app.addHook("preValidation", (request, _reply, done) => {
    if (declarationOf(request).family === "api") refuseNul("body", request.body);
    done();
  });
}

/** `part`: what is named where the value itself, or a name in it, holds one. */
export function refuseNul(part: string, value: unknown): void {
  const path = findNul(value, (each) => part === "body" && isContent(each));
  if (path === null) return;
  const field = path.length === 0 ? part : path.join(".");
  throw new AppFailure(invalidField(field, "must not contain U+0000"));
}

function isContent(path: Path): boolean {
  return path.at(-1) === "content";
}
