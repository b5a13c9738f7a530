import type { FastifyDynamicSwaggerOptions } from "@fastify/swagger";

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
