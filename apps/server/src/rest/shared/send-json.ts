import type { FastifyReply } from "fastify";
import type { Readable } from "node:stream";
import type { z } from "zod";

/** Sends JSON that was validated when it was encoded. */
export function sendJson(reply: FastifyReply, json: Buffer | Readable): FastifyReply {
  return reply.type("application/json; charset=utf-8").send(json);
}

/** Encodes a value with its schema and returns the JSON. */
export function encodeJson<S extends z.ZodType>(schema: S, value: z.output<S>): string {
  return JSON.stringify(schema.encode(value));
}
