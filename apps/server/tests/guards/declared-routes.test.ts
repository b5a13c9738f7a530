import { fastify } from "fastify";
import { describe, expect, test } from "vitest";
import {
  declareRoutes,
  installRouteDeclarations,
} from "../../src/http/routing/route-declaration.ts";
import { startHttpServer } from "../http-server.ts";

const handler = async (): Promise<string> => "here";

describe("an application does not start", () => {
  test("with a route that doesn't declare who may call it", async () => {
    const app = fastify();
    installRouteDeclarations(app);
    app.get("/said", { config: { family: "api", access: "caller" } }, handler);
    app.post("/unsaid", handler);
    await expect(app.ready()).rejects.toThrow(/declare who may call them: POST \/unsaid$/);
  });

  test("with a route that declares a family but not who may call it", async () => {
    const app = fastify();
    installRouteDeclarations(app);
    app.get("/half", { config: { family: "api" } }, handler);
    await expect(app.ready()).rejects.toThrow(/GET \/half, HEAD \/half$/);
  });

  test("with a route that requires a caller outside the credential check", async () => {
    const app = fastify();
    installRouteDeclarations(app);
    await app.register(async (scope) => {
      declareRoutes(scope, { family: "health", access: "anyone" });
      scope.get("/open", handler);
      scope.get("/closed", { config: { access: "caller" } }, handler);
    });
    await expect(app.ready()).rejects.toThrow(/: GET \/closed, HEAD \/closed$/);
  });

  test("unless the enclosing plugin declares what the route omits", async () => {
    const app = fastify();
    const routes = installRouteDeclarations(app);
    await app.register(async (scope) => {
      declareRoutes(scope, { family: "api", access: "caller" });
      scope.get("/plain", handler);
      scope.get("/open", { config: { access: "anyone" } }, handler);
    });
    await app.ready();
    expect(routes.map(({ config }) => `${config?.family} ${config?.access}`)).toEqual([
      "api caller",
      "api caller",
      "api anyone",
      "api anyone",
    ]);
  });
});

describe("a path without a route", () => {
  test.each([
    ["POST", "/api/v1/nope", 404],
    ["POST", "/nope", 404],
    ["PATCH", "/docs/nope", 404],
    ["PUT", "/api/v1/memos", 405],
  ])("%s %s gets a response before its body is read", async (method, path, status) => {
    await using server = await startHttpServer();
    const bearer = await server.alice();
    for (const body of ['{"content":', "x".repeat(9 * 1024 * 1024)]) {
      const reply = await server.ask(method, path, { bearer, body });
      expect(reply.status).toBe(status);
    }
  });

  test("is rate-limited and authorized like the API, for any path", async () => {
    await using server = await startHttpServer({ rateLimitAnonymous: 2 });
    const ask = async (path: string, bearer?: string) =>
      (await server.ask("GET", path, { ...(bearer !== undefined && { bearer }) })).status;
    expect(await ask("/nope")).toBe(404);
    expect(await ask("/%61pi/v1/nope", "memos_pat_nobodys")).toBe(401);
    expect(await ask("//api/v1/memos")).toBe(429);
  });
});
