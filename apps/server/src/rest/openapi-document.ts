import type { FastifyDynamicSwaggerOptions } from "@fastify/swagger";
import { jsonSchemaTransform, jsonSchemaTransformObject } from "fastify-type-provider-zod";
import { z } from "zod";
import { requestForm } from "../http/request-form.ts";
import { isSyncPath } from "../http/request-path.ts";
import { mergeOlderForm, olderPathMark } from "./openapi-forms.ts";

z.object({
  code: z.int(),
  message: z.string(),
  details: z.array(z.looseObject({ "@type": z.string() })),
}).meta({ id: "Status", description: "An error of the current form, see docs/errors.md." });

z.object({
  error: z.object({
    code: z.string(),
    message: z.string(),
    details: z.array(z.object({ field: z.string(), issue: z.string() })),
  }),
}).meta({ id: "OlderError", description: "An error of the older form, see docs/errors.md." });

/** Leaves out the protocol of devices, which is no part of the published API. */
export const openApiTransform: typeof jsonSchemaTransform = (document) => {
  if (isSyncPath(document.url)) return { schema: { hide: true }, url: document.url };
  const transformed = jsonSchemaTransform(document);
  const { schema } = transformed;
  // What a wildcard takes is the name of a file, and needs a name itself.
  const url = transformed.url.replace(/\*$/, ":filename");
  const { params } = schema as { params?: { properties?: object; required?: string[] } };
  if (url !== transformed.url && params?.properties !== undefined) {
    const renamed = (name: string): string => (name === "*" ? "filename" : name);
    const properties = Object.entries(params.properties);
    params.properties = Object.fromEntries(properties.map(([name, of]) => [renamed(name), of]));
    params.required = (params.required ?? []).map(renamed);
  }
  const isOlder = document.route.constraints?.["form"] === "older";
  return { schema, url: isOlder ? url + olderPathMark : url };
};

/** Adds the error answer that every operation has, in the form of its path. */
export const openApiTransformObject: typeof jsonSchemaTransformObject = (document) => {
  const finished = jsonSchemaTransformObject(document);
  for (const [path, methods] of Object.entries(finished.paths ?? {})) {
    const isOlder =
      path.endsWith(olderPathMark) || requestForm("GET", path.replace("{id}", "1")) === "older";
    const name = isOlder ? "OlderError" : "Status";
    const schema = { $ref: `#/components/schemas/${name}` };
    for (const operation of Object.values<unknown>(methods ?? {})) {
      if (!hasResponses(operation)) continue;
      operation.responses["default"] = {
        description: "An error",
        content: { "application/json": { schema } },
      };
    }
  }
  mergeOlderForm(finished.paths ?? {}, `/api/v1/memos${olderPathMark}`, "/api/v1/memos");
  mergeOlderForm(finished.paths ?? {}, "/api/v1/memos/{id}", "/api/v1/memos/{memo}");
  return finished;
};

function hasResponses(operation: unknown): operation is { responses: Record<string, object> } {
  return typeof operation === "object" && operation !== null && "responses" in operation;
}

/** What the generated document says besides the routes. */
export function openApiDocument(
  version: string,
  publicUrl: string | null,
): NonNullable<FastifyDynamicSwaggerOptions["openapi"]> {
  return {
    openapi: "3.1.0",
    info: {
      title: "Tidemark",
      version,
      description:
        "Memos over HTTP. Errors have a `code`, a `message` and `details`; the older form nests them in `error`.",
    },
    servers: [{ url: publicUrl ?? "/" }],
    tags: [
      { name: "memos" },
      { name: "attachments" },
      { name: "users" },
      { name: "spaces" },
      { name: "auth" },
      { name: "instance" },
      { name: "older form", description: "Integer ids and `data` lists." },
    ],
    components: {
      securitySchemes: {
        bearer: { type: "http", scheme: "bearer" },
        session: { type: "apiKey", in: "cookie", name: "tidemark_session" },
      },
    },
    security: [{ bearer: [] }, { session: [] }],
  };
}
