import type { FastifyReply } from "fastify";
import type { Readable } from "node:stream";
import type { z } from "zod";

/** Sends JSON as it is: it was checked when it was made. */
export function sendJson(reply: FastifyReply, json: Buffer | Readable): FastifyReply {
  return reply.type("application/json; charset=utf-8").send(json);
}

/** A value as the JSON of its schema. */
export function encodeJson<S extends z.ZodType>(schema: S, value: z.output<S>): string {
  return JSON.stringify(schema.encode(value));
}
