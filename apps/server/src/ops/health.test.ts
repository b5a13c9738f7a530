import { StorageError } from "@tidemark/core";
import { fastify } from "fastify";
import { serializerCompiler, validatorCompiler } from "fastify-type-provider-zod";
import { expect, test } from "vitest";
import { createDiskSpace } from "../disk/disk-space.ts";
import { healthRoutes } from "./health.ts";

/** Returns the answer of `/readyz` with this result of reading the database. */
async function readiness(
  read: () => Promise<never>,
  catchUp: () => Promise<void> = async () => {},
): Promise<[number, unknown]> {
  await using app = Object.assign(fastify(), { [Symbol.asyncDispose]: () => app.close() });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  const database = { read, write: read, onCommit: () => () => undefined };
  const signals = { hearsAtOnce: true, catchUp, listen: () => () => undefined };
  await app.register(healthRoutes, {
    services: { database, signals, disk: createDiskSpace([]) },
    withinMs: 20,
  });
  const alive = await app.inject("/healthz");
  expect(alive.json()).toEqual({ status: "ok" });
  const reply = await app.inject("/readyz");
  return [reply.statusCode, reply.json()];
}

test.each([
  ["is away", () => Promise.reject(new StorageError("unreachable", null))],
  ["says nothing", () => new Promise<never>(() => {})],
])("a server whose database %s runs but is not ready", async (_, read) => {
  expect(await readiness(read)).toEqual([503, { status: "unavailable" }]);
});

test("a server that can't catch up with other processes is not ready, even if it can read", async () => {
  const read = async (): Promise<never> => undefined as never;
  expect(await readiness(read)).toEqual([200, { status: "ok" }]);
  const away = () => Promise.reject(new StorageError("unreachable", null));
  expect(await readiness(read, away)).toEqual([503, { status: "unavailable" }]);
  const silent = () => new Promise<void>(() => {});
  expect(await readiness(read, silent)).toEqual([503, { status: "unavailable" }]);
});
