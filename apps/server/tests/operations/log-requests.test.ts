import { join } from "node:path";
import { Readable } from "node:stream";
import { parseJson } from "@tidemark/core";
import { fastify, type FastifyBaseLogger, type FastifyReply, LogController } from "fastify";
import { pino } from "pino";
import { describe, expect, test, vi } from "vitest";
import { z } from "zod";
import type { MonitoringConfig } from "../../src/cli/monitoring-options.ts";
import { logRequests } from "../../src/ops/log/log-requests.ts";
import { startHttpServer } from "../http-server.ts";
import { asAlice } from "./postgres/as-alice.ts";
import { ownServers } from "./postgres/own-server.ts";

const lineSchema = z.looseObject({ msg: z.string(), route: z.string().optional() });

const auditSchema = z.looseObject({
  reqId: z.string().optional(),
  audit: z.object({ action: z.string(), target: z.string() }).optional(),
});

/** Returns the lines about requests. */
function requestsIn(log: readonly string[]) {
  return log.map((line) => parseJson(lineSchema, line)).filter(({ msg }) => msg === "request");
}

/** Makes a request that works and one that fails, and returns the lines about them. */
async function loggedWith(which: MonitoringConfig["logRequests"]) {
  await using server = await startHttpServer({ logRequests: which });
  const bearer = await server.alice();
  const already = requestsIn(server.log).length;
  const reply = await server.ask("GET", "/api/v1/memos/some-secret", { bearer });
  server.gate.pause = () => Promise.reject(new Error("broken"));
  await server.ask("GET", "/api/v1/instance/profile");
  server.gate.pause = null;
  await server.close();
  expect(server.log.join("")).not.toContain("some-secret");
  return { lines: requestsIn(server.log).slice(already), id: reply.headers.get("x-request-id") };
}

/** Returns the routes that are logged as slow, of one whose answer begins late and one that ends late. */
async function slowRoutes(): Promise<unknown[]> {
  const log: string[] = [];
  const loggerInstance: FastifyBaseLogger = pino({}, { write: (line) => log.push(line) });
  const logController = new LogController({ disableRequestLogging: true });
  await using app = Object.assign(fastify({ loggerInstance, logController }), {
    [Symbol.asyncDispose]: () => app.close(),
  });
  logRequests(app, "errors");
  const overSecond = (reply: FastifyReply) => vi.waitUntil(() => reply.elapsedTime > 1010);
  app.get("/late", async (_request, reply) => {
    await overSecond(reply);
    return "late";
  });
  app.get("/long", (_request, reply) => {
    async function* text(): AsyncGenerator<string> {
      yield "begun";
      await overSecond(reply);
      yield "ended";
    }
    return reply.send(Readable.from(text()));
  });
  await Promise.all([app.inject("/late"), app.inject("/long")]);
  return requestsIn(log).map(({ route }) => route);
}

test("a line of the audit log has the id of the request that made the entry", async () => {
  await using servers = ownServers();
  const server = await servers.start(["--data", join(servers.dir, "data")]);
  const alice = await asAlice(server.url);
  const id = async (username: string): Promise<string | null> => {
    const reply = await fetch(`${server.url}/api/v1/users`, {
      method: "POST",
      headers: { ...alice.headers, "content-type": "application/json" },
      body: JSON.stringify({ username, password: "correct horse" }),
    });
    return reply.headers.get("x-request-id");
  };
  const [bob, carol] = await Promise.all([id("bob"), id("carol")]);
  const audited = servers.log
    .map((line) => parseJson(auditSchema, line))
    .filter(({ audit }) => audit?.action === "account.created");
  const ids = Object.fromEntries(audited.map(({ audit, reqId }) => [audit?.target, reqId]));
  expect(ids).toEqual({ "users/bob": bob, "users/carol": carol });
});

describe("requests are logged", () => {
  test("if they failed, by route and without the path", async () => {
    const { lines } = await loggedWith("errors");
    const failed = { route: "/api/v1/instance/profile", method: "GET", status: 500 };
    expect(lines.filter(({ status }) => status !== 200)).toEqual([expect.objectContaining(failed)]);
  });

  test("all, with their id, if asked for", async () => {
    const { lines, id } = await loggedWith("all");
    expect(lines).toMatchObject([
      { route: "/api/v1/memos/:memo", status: 404, reqId: id },
      { route: "/api/v1/instance/profile", status: 500 },
    ]);
  });

  test("not at all, if turned off", async () => {
    expect((await loggedWith("off")).lines).toEqual([]);
  });

  test("if their answer begins late, but not if it is long", async () => {
    expect(await slowRoutes()).toEqual(["/late"]);
  });
});
