import type { FastifyDynamicSwaggerOptions } from "@fastify/swagger";
import { jsonSchemaTransform, jsonSchemaTransformObject } from "fastify-type-provider-zod";
import { z } from "zod";
import { requestForm } from "../../http/forms/request-form.ts";
import { addExamples } from "./add-examples.ts";
import { type DescribedOperation, errorsOf } from "./errors.ts";
import { mergeOlderForm, olderPathMark } from "./forms.ts";

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

/** Hides the routes of the sync protocol, which isn't part of the published API. */
export const openApiTransform: typeof jsonSchemaTransform = (document) => {
  const { family } = document.route.config ?? {};
  if (family === "sync" || family === "blob") return { schema: { hide: true }, url: document.url };
  const transformed = jsonSchemaTransform(document);
  const { schema } = transformed;
  // The wildcard matches a filename; OpenAPI needs a name for it.
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

/** Adds examples and error responses to every operation; the shape of errors depends on the path's form. */
export const openApiTransformObject: typeof jsonSchemaTransformObject = (document) => {
  const finished = jsonSchemaTransformObject(document);
  for (const [path, methods] of Object.entries(finished.paths ?? {})) {
    const isOlder =
      path.endsWith(olderPathMark) || requestForm("GET", path.replace("{id}", "1")) === "older";
    const name = isOlder ? "OlderError" : "Status";
    const content = { "application/json": { schema: { $ref: `#/components/schemas/${name}` } } };
    for (const [method, operation] of Object.entries<unknown>(methods ?? {})) {
      if (!isOperation(operation)) continue;
      const plainPath = path.replace(olderPathMark, "");
      if (method === "post" && plainPath in uploads) {
        const schema = { type: "object", properties: uploads[plainPath], required: ["file"] };
        // Keeps the JSON content if the route also accepts JSON.
        const { content: json } = operation.requestBody ?? {};
        const content = { ...json, "multipart/form-data": { schema } };
        operation.requestBody = { required: true, content };
      }
      for (const [status, description] of errorsOf(method, plainPath, operation)) {
        operation.responses[status] = { description, content: structuredClone(content) };
      }
      operation.responses["default"] = { description: "An error", content };
    }
  }
  mergeOlderForm(finished.paths ?? {}, `/api/v1/memos${olderPathMark}`, "/api/v1/memos");
  mergeOlderForm(finished.paths ?? {}, "/api/v1/memos/{id}", "/api/v1/memos/{memo}");
  addExamples(finished.paths ?? {});
  return finished;
};

/** Fields of multipart forms; they are parsed while streaming, so no route schema describes them. */
const uploads: Readonly<Record<string, object>> = {
  "/file/attachments": { memo: { type: "string" }, file: { type: "string", format: "binary" } },
  "/api/v1/resources": { file: { type: "string", format: "binary" } },
};

type Answered = DescribedOperation & {
  responses: Record<string, object>;
  requestBody?: { readonly required?: boolean; readonly content?: object };
};

function isOperation(operation: unknown): operation is Answered {
  return typeof operation === "object" && operation !== null && "responses" in operation;
}

/** Returns the parts of the OpenAPI document besides the routes. */
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
